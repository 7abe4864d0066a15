/**
 * Allows `max` lines in each period of `spanMs`, so that a flood of the same event can't fill the disk. Returns the
 * number of lines dropped since the last allowed one, or null if this line is to be dropped too.
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
    const dropped = heldBack;
    heldBack = 0;
    return dropped;
  };
}
