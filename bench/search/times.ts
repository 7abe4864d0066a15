/** Milliseconds. */
export type Times = { p50: number; p95: number; p99: number };

/** Makes every call, this many at once, and returns the milliseconds that they took. */
export async function timeCalls(calls: readonly (() => Promise<unknown>)[], atOnce: number): Promise<Times> {
  const waiting = [...calls];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
        const begin = performance.now();
        await call();
        times.push(performance.now() - begin);
      }
    }),
  );
  return summarize(times);
}

/** Returns percentiles; zeros if there are no times. */
export function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
