/** A server that has not begun to answer by then counts as unreachable, if there is something else to answer with. */
export const patienceSeconds = 4;

/**
 * What `ask` answers, unless it fails (no answer, or a 5xx) or takes too long and `findOther` has an answer. What `ask`
 * ends with is returned if there is no other answer.
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
    // A little later than the answers that were stored, which come first.
    timer = setTimeout(() => resolve(false), patienceSeconds * 1000 + 100);
  });
  const isAnswered = await Promise.race([isUsable, late]);
  clearTimeout(timer);
  return isAnswered ? asked : ((await findOther()) ?? asked);
}
