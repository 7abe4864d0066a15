/**
 * Does the work when it is first asked for and keeps what came of it. A failure is not kept: whoever asks next has it
 * tried again. Asked for many times at once it is done once.
 */
export function createKept<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let kept: Promise<Result> | null = null;
  return () => {
    if (kept) return kept;
    const begun = work();
    kept = begun;
    begun.catch(() => {
      if (kept === begun) kept = null;
    });
    return begun;
  };
}
