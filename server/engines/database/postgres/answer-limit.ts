/** Number of steps that make up a timeout. */
const steps = 10;

/**
 * Calls `giveUp` after waiting `ms` for a response. Time in which this process could not have read it, because it was
 * busy or the machine slept, does not count: data that arrived meanwhile is read before the next step. Returns a
 * function that cancels the timeout.
 */
export function limitAnswer(giveUp: () => void, ms: number): () => void {
  let left = steps;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    giveUp();
  }, ms / steps);
  return () => clearInterval(timer);
}
