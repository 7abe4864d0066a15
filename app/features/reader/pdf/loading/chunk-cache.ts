/** Location of the bytes of a chunk. */
type CachedChunk = { blob: Blob; offset: number };

/**
 * Maximum number of cached chunks of a file: at the reader's 64 KiB each, 256 MiB, far more than most documents have.
 */
const defaultMaxChunks = 4096;

/**
 * Caches the loaded chunks of a file outside the page's own memory: a browser stores blobs in another process, moves
 * them to disk when there are many, and deletes them with the page. The browser's own HTTP cache does not help: of
 * several ranges of one file that are loaded at once, Chromium stores one (decision 13). When the cache is full, the
 * oldest chunks are evicted; they are loaded again if needed.
 */
export class ChunkCache {
  readonly #chunkBytes: number;
  readonly #maxChunks: number;
  readonly #chunks = new Map<number, CachedChunk>();
  #chunksAdded = 0;

  constructor(chunkBytes: number, maxChunks = defaultMaxChunks) {
    this.#chunkBytes = chunkBytes;
    this.#maxChunks = maxChunks;
  }

  /** Caches bytes from `begin`, the start of a chunk, to the end of a chunk or of the file. */
  add(begin: number, bytes: Uint8Array<ArrayBuffer>): void {
    const blob = new Blob([bytes]);
    for (let offset = 0; offset < bytes.length; offset += this.#chunkBytes) {
      const chunk = (begin + offset) / this.#chunkBytes;
      if (!this.#chunks.has(chunk)) this.#chunksAdded += 1;
      this.#chunks.set(chunk, { blob, offset });
    }
    for (const oldest of this.#chunks.keys()) {
      if (this.#chunks.size <= this.#maxChunks) break;
      this.#chunks.delete(oldest);
    }
  }

  /**
   * Returns the bytes from `begin`, the start of a chunk, to `end` (exclusive), the end of a chunk or of the file; null
   * if any of them is not cached.
   */
  async read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const parts: Blob[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) {
      const chunk = this.#chunks.get(at / this.#chunkBytes);
      if (!chunk) return null;
      parts.push(chunk.blob.slice(chunk.offset, chunk.offset + this.#chunkBytes));
    }
    try {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    } catch {
      // The disk is full, or the blob was deleted.
      return null;
    }
  }

  /** Returns the uncached ranges between `begin`, the start of a chunk, and `end`. */
  missing(begin: number, end: number): { begin: number; end: number }[] {
    const ranges: { begin: number; end: number }[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) {
      if (this.#chunks.has(at / this.#chunkBytes)) continue;
      const last = ranges.at(-1);
      const until = Math.min(at + this.#chunkBytes, end);
      if (last?.end === at) last.end = until;
      else ranges.push({ begin: at, end: until });
    }
    return ranges;
  }

  /**
   * Number of bytes added, not counting chunks that were already cached. The last chunk of a file counts as a whole
   * one.
   */
  get bytesAdded(): number {
    return this.#chunksAdded * this.#chunkBytes;
  }
}
