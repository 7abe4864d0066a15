import { CoalescedReads } from './coalesced-reads.ts';
import { batchRanges } from './range-batches.ts';
import { FileChanged, RangeFetcher, type RangeFetcherOptions } from './range-fetcher.ts';

/** Bytes in one request. pdf.js asks in multiples of this, so both sides must use the same number. */
export const chunkBytes = 65_536;

/** What is known of a file once its first bytes have arrived. */
export type FileStart = { totalBytes: number; bytes: Uint8Array<ArrayBuffer> };

export type RangeLoader = {
  /** The first chunk, or the whole file where it has at most two of them or the server does not support ranges. */
  start(): Promise<FileStart>;
  /** The bytes from `begin` up to, not including, `end`. Ranges requested at once and side by side share a request. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** How much was read so far, none of which is fetched again; null once nothing is cached any more. */
  bytesCached(): number | null;
  /** Caches nothing from now on, of a file that nobody will read twice. */
  dropCache(): void;
  /** Ends every request; what was asked for then fails with an AbortError. */
  abort(): void;
};

/** Loads a file in ranges. Fails as `RangeFetcher` does. */
export function createRangeLoader(url: string, options: RangeFetcherOptions = {}): RangeLoader {
  const fetcher = new RangeFetcher(url, options);
  const reads = new CoalescedReads(
    chunkBytes,
    batchRanges((begin, end) => fetcher.fetch(begin, end, false)),
  );

  async function start(): Promise<FileStart> {
    const bytes = await fetcher.fetch(0, chunkBytes, true);
    const totalBytes = fetcher.totalBytes ?? bytes.length;
    // Ranges pay only for files of more than two chunks.
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
        // Nothing has been read yet: the new version is as good.
        fetcher.restart();
        return start();
      }),
    read: (begin, end) => reads.read(begin, end),
    bytesCached: () => reads.bytes,
    dropCache: () => reads.dropCache(),
    abort: () => fetcher.abort(),
  };
}
