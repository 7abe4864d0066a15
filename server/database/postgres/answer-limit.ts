/** In how many steps a limit passes. */
const steps = 10;

/**
 * Calls `giveUp` when an answer has been waited for `ms`. Time in which this process could not have read it, because it was
 * busy with something else or the machine slept, does not count: what has arrived meanwhile is read before the next step.
 * Returns a function that ends the waiting.
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
