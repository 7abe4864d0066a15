import { ChunkCache } from './chunk-cache.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Range = { begin: number; end: number };

/**
 * Reads ranges of a file so that no chunk of it is loaded twice: loaded chunks are cached, and reads of chunks that are being
 * loaded share one request. Ranges start at the start of a chunk and end at the end of a chunk or of the file. Rejects with the
 * errors of `fetchRange`.
 */
export class CoalescedReads {
  #chunkBytes: number;
  #fetchRange: (begin: number, end: number) => Promise<Bytes>;
  #cache: ChunkCache | null;
  /** Chunks being fetched, with the promise of each. */
  #pending = new Map<number, Promise<unknown>>();

  constructor(chunkBytes: number, fetchRange: (begin: number, end: number) => Promise<Bytes>) {
    this.#chunkBytes = chunkBytes;
    this.#fetchRange = fetchRange;
    this.#cache = new ChunkCache(chunkBytes);
  }

  async read(begin: number, end: number): Promise<Bytes> {
    const cache = this.#cache;
    if (!cache) return this.#fetchRange(begin, end);
    const pending = this.#chunksOf({ begin, end }).flatMap((chunk) => this.#pending.get(chunk) ?? []);
    if (pending.length > 0) await Promise.allSettled(pending);
    const missing = cache.missing(begin, end);
    const [first] = missing;
    if (first?.begin === begin && first.end === end) return this.#fetchAndCache(first);
    await Promise.all(missing.map((range) => this.#fetchAndCache(range)));
    return (await cache.read(begin, end)) ?? this.#fetchRange(begin, end);
  }

  /** Number of bytes read so far; null after caching has stopped. */
  get bytes(): number | null {
    return this.#cache?.bytesAdded ?? null;
  }

  /** Stops caching, for a file that will not be read twice. */
  dropCache(): void {
    this.#cache = null;
  }

  async #fetchAndCache(range: Range): Promise<Bytes> {
    const chunks = this.#chunksOf(range);
    const fetched = this.#fetchRange(range.begin, range.end).then((bytes) => {
      this.#cache?.add(range.begin, bytes);
      return bytes;
    });
    for (const chunk of chunks) this.#pending.set(chunk, fetched);
    try {
      return await fetched;
    } finally {
      for (const chunk of chunks) this.#pending.delete(chunk);
    }
  }

  #chunksOf({ begin, end }: Range): number[] {
    const chunks: number[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) chunks.push(at / this.#chunkBytes);
    return chunks;
  }
}
