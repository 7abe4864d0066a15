import { problemOfStatus } from './pdf-problem.ts';

/** Bytes in one request. pdf.js asks in multiples of this, so both sides must use the same number. */
export const chunkBytes = 65_536;

/** What is known of a file once its first bytes are here. */
export type FileStart = { totalBytes: number; bytes: Uint8Array<ArrayBuffer> };

export type RangeLoader = {
  /** The first chunk, or the whole file where it has at most two of them or the server knows no ranges. */
  start(): Promise<FileStart>;
  /** The bytes from `begin` up to, not including, `end`. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends every request; what was asked for then fails with an AbortError. */
  abort(): void;
};

type LoaderOptions = {
  /** How often a request is tried again before it counts as failed, while opening and while reading. */
  startRetries?: number;
  readRetries?: number;
  /** First wait in milliseconds; it doubles up to 15 s. The line coming back ends a wait at once. */
  firstWaitMs?: number;
};

/** Statuses that pass: too busy just now. */
const passing = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Fetches a file in ranges. A request that fails on the way (not one the server refused) is quietly tried again, for
 * pdf.js never asks twice for what failed once. Fails with a PdfProblem that names the status, with the network's own
 * error when the tries are used up, or with an AbortError after `abort`.
 */
export function createRangeLoader(url: string, options: LoaderOptions = {}): RangeLoader {
  const { startRetries = 2, readRetries = 12, firstWaitMs = 500 } = options;
  const stop = new AbortController();

  async function request(begin: number, end: number, retries: number): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(url, {
          headers: { range: `bytes=${begin}-${end - 1}` },
          signal: stop.signal,
          credentials: 'same-origin',
        });
        if (response.ok) return response;
        await response.body?.cancel();
        if (!passing.has(response.status) || attempt >= retries) throw problemOfStatus(response.status, url);
      } catch (error) {
        if (stop.signal.aborted || !(error instanceof TypeError) || attempt >= retries) throw error;
      }
      await waitForLine(Math.min(firstWaitMs * 2 ** attempt, 15_000), stop.signal);
    }
  }

  async function bytesOf(response: Response, begin: number, end: number, retries: number) {
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      // The line broke in the middle of the body: the same as if it had not begun.
      if (stop.signal.aborted || retries <= 0) throw error;
      await waitForLine(firstWaitMs, stop.signal);
      return read(begin, end, retries - 1);
    }
  }

  async function read(begin: number, end: number, retries: number): Promise<Uint8Array<ArrayBuffer>> {
    const response = await request(begin, end, retries);
    const bytes = await bytesOf(response, begin, end, retries);
    return response.status === 206 ? bytes : bytes.slice(begin, end);
  }

  return {
    async start() {
      const response = await request(0, chunkBytes, startRetries);
      const bytes = await bytesOf(response, 0, chunkBytes, startRetries);
      const totalBytes = response.status === 206 ? totalOf(response) : null;
      if (totalBytes === null) return { totalBytes: bytes.length, bytes };
      // Ranges pay only beyond twice the chunk (specification 7).
      if (totalBytes > 2 * chunkBytes || bytes.length >= totalBytes) return { totalBytes, bytes };
      const whole = new Uint8Array(totalBytes);
      whole.set(bytes);
      whole.set(await read(bytes.length, totalBytes, startRetries), bytes.length);
      return { totalBytes, bytes: whole };
    },
    read: (begin, end) => read(begin, end, readRetries),
    abort: () => stop.abort(),
  };
}

function totalOf(response: Response): number | null {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

/** Waits, but no longer than until the browser says the line is back. Fails at once when aborted. */
function waitForLine(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', settle);
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    globalThis.addEventListener?.('online', settle);
    signal.addEventListener('abort', settle);
    if (signal.aborted) settle();
  });
}
