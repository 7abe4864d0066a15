const hourMs = 60 * 60 * 1000;
/** Maximum number of different messages; further ones are counted together. */
const maxMessages = 50;

export type ErrorLog = {
  /** Counts one error by its message. */
  add(message: string): void;
  /**
   * Returns the errors of the last 24 hours: the number in each hour, oldest first, and each message with the time it
   * last occurred.
   */
  state(): { hours: number[]; messages: { message: string; count: number; lastAt: number }[] };
};

/** Counts errors by hour and message, in bounded memory. Starts empty: earlier errors are in the log. */
export function createErrorLog(now: () => number = Date.now): ErrorLog {
  const byHour = new Map<number, number>();
  /** For each message, the number in each hour, and the last time. */
  const byMessage = new Map<string, { hours: Map<number, number>; lastAt: number }>();

  function forgetOld(): void {
    const oldest = Math.floor(now() / hourMs) - 23;
    for (const hour of byHour.keys()) if (hour < oldest) byHour.delete(hour);
    for (const [message, { hours }] of byMessage) {
      for (const hour of hours.keys()) if (hour < oldest) hours.delete(hour);
      if (hours.size === 0) byMessage.delete(message);
    }
  }

  return {
    add(message) {
      forgetOld();
      const hour = Math.floor(now() / hourMs);
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
      const name = byMessage.has(message) || byMessage.size < maxMessages ? message : 'other errors';
      const hours = byMessage.get(name)?.hours ?? new Map<number, number>();
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      byMessage.set(name, { hours, lastAt: now() });
    },
    state() {
      forgetOld();
      const last = Math.floor(now() / hourMs);
      return {
        hours: Array.from({ length: 24 }, (_, index) => byHour.get(last - 23 + index) ?? 0),
        messages: [...byMessage]
          .map(([message, { hours: counts, lastAt }]) => ({
            message,
            count: [...counts.values()].reduce((sum, count) => sum + count, 0),
            lastAt,
          }))
          .sort((one, other) => other.lastAt - one.lastAt),
      };
    },
  };
}
