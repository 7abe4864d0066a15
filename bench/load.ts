import autocannon from 'autocannon';

export type Load = { perSecond: number; p99Ms: number; bytesPerSecond: number; failed: number };

/**
 * Sends requests to one server for a few seconds. `range` requests a random range of that many bytes of a file of
 * `size` bytes. Bounded in time; every answer that is not 2xx counts as failed.
 */
export async function load(
  url: string,
  options: {
    seconds: number;
    connections: number;
    headers?: Record<string, string>;
    range?: { length: number; size: number };
  },
): Promise<Load> {
  const { range } = options;
  const result = await autocannon({
    url,
    duration: options.seconds,
    connections: options.connections,
    timeout: 30,
    ...(options.headers ? { headers: options.headers } : {}),
    ...(range
      ? {
          requests: [
            {
              setupRequest(request) {
                const start = Math.floor(Math.random() * (range.size - range.length));
                return {
                  ...request,
                  headers: { ...request.headers, range: `bytes=${start}-${start + range.length - 1}` },
                };
              },
            },
          ],
        }
      : {}),
  });
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    bytesPerSecond: result.throughput.average,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

/**
 * Measures several servers in turn, three rounds each, and returns the median of each: a drift of the machine affects
 * all.
 */
export async function compare(measures: Record<string, () => Promise<Load>>): Promise<Record<string, Load>> {
  const rounds: Record<string, Load[]> = {};
  for (let round = 0; round < 3; round += 1) {
    for (const [name, measure] of Object.entries(measures)) (rounds[name] ??= []).push(await measure());
  }
  return Object.fromEntries(
    Object.entries(rounds).map(([name, loads]) => [name, loads.sort((a, b) => a.perSecond - b.perSecond)[1] as Load]),
  );
}

/** `0.83 ×` for people. */
export function ratio(value: number, of: number): string {
  return `${(value / of).toFixed(2)} ×`;
}
