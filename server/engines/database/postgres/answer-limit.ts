/** Number of steps into which a timeout is divided. */
const steps = 10;

/**
 * Calls `giveUp` after waiting `ms` for a response. Doesn't count time in which this process could not read the
 * response, because it was busy or the machine slept: data that arrived meanwhile is read before the next step. Returns
 * a function that cancels the timeout.
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
