/** Time without a response after which the server counts as unreachable, if there is a stored response. */
export const patienceSeconds = 4;

/**
 * Returns the response of `ask`, unless that fails (no response, or a 5xx) or takes too long and `findOther` has a
 * response. Without another response, returns or throws the result of `ask`.
 */
export async function answerInTime(
  ask: () => Promise<Response>,
  findOther: () => Promise<Response | null>,
): Promise<Response> {
  const asked = ask();
  const isUsable = asked.then(
    ({ status }) => status < 500,
    () => false,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    // A little later than the stored responses, which come first.
    timer = setTimeout(() => resolve(false), patienceSeconds * 1000 + 100);
  });
  const isAnswered = await Promise.race([isUsable, late]);
  clearTimeout(timer);
  return isAnswered ? asked : ((await findOther()) ?? asked);
}
