/**
 * Lets `max` lines through in each span of `spanMs`, so that a flood of the same event cannot fill the disk. Returns
 * how many were dropped since the last line, or null when this one is to be dropped too.
 */
export function createLineLimit({
  max,
  spanMs,
  now = performance.now.bind(performance),
}: {
  max: number;
  spanMs: number;
  now?: () => number;
}): () => number | null {
  let began = Number.NEGATIVE_INFINITY;
  let count = 0;
  let heldBack = 0;
  return () => {
    if (now() - began >= spanMs) {
      began = now();
      count = 0;
    }
    count += 1;
    if (count > max) {
      heldBack += 1;
      return null;
    }
    const told = heldBack;
    heldBack = 0;
    return told;
  };
}
