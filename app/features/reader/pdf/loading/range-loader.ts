import { CoalescedReads } from './coalesced-reads.ts';
import { FileChanged, RangeFetcher, type RangeFetcherOptions } from './range-fetcher.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum size of a request; it limits the cost of a broken connection. */
const maxBytesAtOnce = 1024 * 1024;

type WaitingRange = {
  begin: number;
  end: number;
  resolve: (bytes: Bytes) => void;
  reject: (error: unknown) => void;
};

/** Loads ranges so that adjacent ones that are requested in the same task share one request. */
function batchRanges(
  fetchRange: (begin: number, end: number) => Promise<Bytes>,
): (begin: number, end: number) => Promise<Bytes> {
  let queued: WaitingRange[] = [];

  function sendQueued(): void {
    const ranges = queued.toSorted((one, other) => one.begin - other.begin);
    queued = [];
    for (let batch = takeBatch(ranges); batch.length > 0; batch = takeBatch(ranges)) void fetchBatch(batch);
  }

  async function fetchBatch(batch: readonly WaitingRange[]): Promise<void> {
    const begin = batch[0]?.begin ?? 0;
    const end = batch.at(-1)?.end ?? 0;
    try {
      const bytes = await fetchRange(begin, end);
      for (const each of batch) {
        each.resolve(batch.length === 1 ? bytes : bytes.slice(each.begin - begin, each.end - begin));
      }
    } catch (error) {
      for (const each of batch) each.reject(error);
    }
  }

  return (begin, end) =>
    new Promise((resolve, reject) => {
      queued.push({ begin, end, resolve, reject });
      if (queued.length === 1) setTimeout(sendQueued);
    });
}

/** Removes the first adjacent ranges, as many as fit in one request. */
function takeBatch(ranges: WaitingRange[]): WaitingRange[] {
  const [first] = ranges;
  if (!first) return [];
  let count = 1;
  let end = first.end;
  for (const next of ranges.slice(1)) {
    if (next.begin !== end || next.end - first.begin > maxBytesAtOnce) break;
    end = next.end;
    count += 1;
  }
  return ranges.splice(0, count);
}

/** Size of a chunk. pdf.js requests multiples of this, so both must use the same number. */
export const chunkBytes = 65_536;

/** The facts about a file after its first bytes have arrived. */
export type FileStart = { totalBytes: number; bytes: Uint8Array<ArrayBuffer> };

export type RangeLoader = {
  /** Returns the first chunk, or the whole file if it has at most two or the server does not support ranges. */
  start(): Promise<FileStart>;
  /** Returns the bytes from `begin` to `end` (exclusive). Adjacent ranges that are requested at once share a request. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns how much was read so far, none of which is loaded again; null if nothing is cached any more. */
  bytesCached(): number | null;
  /** Stops caching, for a file that will not be read twice. */
  dropCache(): void;
  /** Aborts every request; pending calls reject with an AbortError. */
  abort(): void;
};

/** Loads a file in ranges. Rejects with the errors of `RangeFetcher`. */
export function createRangeLoader(url: string, options: RangeFetcherOptions = {}): RangeLoader {
  const fetcher = new RangeFetcher(url, options);
  const reads = new CoalescedReads(
    chunkBytes,
    batchRanges((begin, end) => fetcher.fetch(begin, end, false)),
  );

  async function start(): Promise<FileStart> {
    const bytes = await fetcher.fetch(0, chunkBytes, true);
    const totalBytes = fetcher.totalBytes ?? bytes.length;
    // A file of at most two chunks is loaded whole.
    if (totalBytes > 2 * chunkBytes || bytes.length >= totalBytes) return { totalBytes, bytes };
    const whole = new Uint8Array(totalBytes);
    whole.set(bytes);
    whole.set(await fetcher.fetch(bytes.length, totalBytes, true), bytes.length);
    return { totalBytes, bytes: whole };
  }

  return {
    start: () =>
      start().catch((error: unknown) => {
        if (!(error instanceof FileChanged)) throw error;
        // Nothing has been read yet, so the new version can be used.
        fetcher.restart();
        return start();
      }),
    read: (begin, end) => reads.read(begin, end),
    bytesCached: () => reads.bytes,
    dropCache: () => reads.dropCache(),
    abort: () => fetcher.abort(),
  };
}
