/** Interval between the client's pings, in milliseconds. */
export const heartbeatMs = 20_000;

/** Returns the delay before the next attempt in milliseconds, after this number of failed attempts. */
export function reconnectDelay(attempts: number): number {
  if (attempts < 5) return 1000;
  if (attempts < 15) return 5000;
  if (attempts < 100) return 10_000;
  return 60_000;
}
