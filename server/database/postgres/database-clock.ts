/** How often the database is asked for its time. */
const usualEveryMs = 30_000;
/** An answer that was longer on its way says less than what is known already. */
const longestWayMs = 2000;

export type DatabaseClock = {
  /** Milliseconds since 1970. */
  now(): number;
  close(): void;
};

/**
 * The time of the database, told here without asking it each time. Nodes whose own clocks are wrong so agree on which sessions hold and
 * when something was changed. In between it goes by a meter that cannot be set. While the database never answered it is the
 * time of this machine.
 */
export async function openDatabaseClock(
  ask: () => Promise<number>,
  { everyMs = usualEveryMs }: { everyMs?: number } = {},
): Promise<DatabaseClock> {
  let ahead = Date.now() - performance.now();
  let isKnown = false;

  async function adjust(): Promise<void> {
    const asked = performance.now();
    const moment = await ask();
    const answered = performance.now();
    if (isKnown && answered - asked > longestWayMs) return;
    isKnown = true;
    ahead = moment - (asked + answered) / 2;
  }

  // Without an answer what is known goes on.
  await adjust().catch(() => undefined);
  const timer = setInterval(() => void adjust().catch(() => undefined), everyMs).unref();
  return {
    now: () => Math.round(performance.now() + ahead),
    close: () => clearInterval(timer),
  };
}
