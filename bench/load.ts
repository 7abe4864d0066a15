import autocannon from 'autocannon';
import { cpuSeconds } from './cpu-time.ts';

export type Load = {
  perSecond: number;
  p99Ms: number;
  bytesPerSecond: number;
  failed: number;
  /** CPU time of the server for one request, in microseconds; null where the system does not report it. */
  cpuMicroseconds: number | null;
};

export type LoadOptions = {
  seconds: number;
  connections: number;
  headers?: Record<string, string>;
  /** Requests a random range of that many bytes of a file of `size` bytes. */
  range?: { length: number; size: number };
  /** Makes the path of each request. */
  nextPath?: () => string;
  /** The processes of the server. */
  pids: readonly number[];
};

/** Sends requests to one server for a few seconds; every status but 200, 206 and 304 counts as failed. */
export async function load(url: string, options: LoadOptions): Promise<Load> {
  const { range, nextPath } = options;
  const before = await cpuSeconds(options.pids);
  const result = await autocannon({
    url,
    duration: options.seconds,
    connections: options.connections,
    timeout: 30,
    ...(options.headers ? { headers: options.headers } : {}),
    ...(range || nextPath
      ? {
          requests: [
            {
              setupRequest(request) {
                if (nextPath) request.path = nextPath();
                if (!range) return request;
                const start = Math.floor(Math.random() * (range.size - range.length));
                const header = `bytes=${start}-${start + range.length - 1}`;
                return { ...request, headers: { ...request.headers, range: header } };
              },
            },
          ],
        }
      : {}),
  });
  const after = await cpuSeconds(options.pids);
  const answered = Math.max(1, result.requests.total);
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    bytesPerSecond: result.throughput.average,
    failed: result.non2xx - (result['3xx'] ?? 0) + result.errors + result.timeouts,
    cpuMicroseconds: before === null || after === null ? null : ((after - before) / answered) * 1e6,
  };
}

/**
 * Measures several servers in rotation, three rounds each, and returns the median of each: a drift of the machine
 * affects all.
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

/** Formats a ratio: `0.83 ×`. */
export function ratio(value: number, of: number): string {
  return `${(value / of).toFixed(2)} ×`;
}
