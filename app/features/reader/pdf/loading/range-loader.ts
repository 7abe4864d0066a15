import { CoalescedReads } from './coalesced-reads.ts';
import { batchRanges } from './range-batches.ts';
import { FileChanged, RangeFetcher, type RangeFetcherOptions } from './range-fetcher.ts';

/** Size of a chunk. pdf.js requests multiples of this, so both must use the same number. */
export const chunkBytes = 65_536;

/** Facts about a file that are known once its first bytes have arrived. */
export type FileStart = { totalBytes: number; bytes: Uint8Array<ArrayBuffer> };

export type RangeLoader = {
  /** Returns the first chunk; or the whole file, if it has at most two chunks or the server does not support ranges. */
  start(): Promise<FileStart>;
  /**
   * Returns the bytes from `begin` to `end` (exclusive). Adjacent ranges that are requested at the same time share a
   * request.
   */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the number of bytes read so far, which are never loaded again; null after caching has stopped. */
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
