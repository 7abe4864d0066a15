/** Interval between reads of the database's time. */
const usualIntervalMs = 30_000;
/** Maximum duration of a response that is used: slower responses are less accurate than the known offset. */
const maxRoundTripMs = 2000;

export type DatabaseClock = {
  /** Milliseconds since 1970. */
  now(): number;
  close(): void;
};

/**
 * Follows the time of the database without querying it each time, so nodes with wrong clocks agree on which sessions
 * are valid and when something changed. Between queries it uses a monotonic clock, which can't be set. Until the
 * database first responds, it returns the time of this machine.
 */
export async function openDatabaseClock(
  query: () => Promise<number>,
  { everyMs = usualIntervalMs }: { everyMs?: number } = {},
): Promise<DatabaseClock> {
  let ahead = Date.now() - performance.now();
  let isKnown = false;

  async function adjust(): Promise<void> {
    const sentAt = performance.now();
    const moment = await query();
    const receivedAt = performance.now();
    if (isKnown && receivedAt - sentAt > maxRoundTripMs) return;
    isKnown = true;
    ahead = moment - (sentAt + receivedAt) / 2;
  }

  // Without a response, the known offset still applies.
  await adjust().catch(() => undefined);
  const timer = setInterval(() => void adjust().catch(() => undefined), everyMs).unref();
  return {
    now: () => Math.round(performance.now() + ahead),
    close: () => clearInterval(timer),
  };
}
