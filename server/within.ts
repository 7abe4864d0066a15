/** The work's result, or `otherwise` when it takes longer than `ms`; the work goes on. Rejects when the work does. */
export async function within<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
