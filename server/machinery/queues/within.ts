/**
 * Returns the result of the work, or `otherwise` if it takes longer than `ms`; the work then continues. Rejects if the
 * work does.
 */
export async function within<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
