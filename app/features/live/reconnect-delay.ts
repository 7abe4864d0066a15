/** How often a client pings, in milliseconds. */
export const heartbeatMs = 20_000;

/** How long to wait before the next attempt after so many failed ones, in milliseconds. */
export function reconnectDelay(attempts: number): number {
  if (attempts < 5) return 1000;
  if (attempts < 15) return 5000;
  if (attempts < 100) return 10_000;
  return 60_000;
}
