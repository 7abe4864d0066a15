/** Where a chunk lies. */
type PageLocation = { blob: Blob; offset: number };

/**
 * What was fetched of a file, by chunks, kept outside of the page's own memory: a browser holds blobs in a process of
 * its own and puts them on the disk when they become many, and they are gone with the page. Its cache will not do: of
 * pieces of one file that are fetched at once Chromium keeps one (decision 13).
 */
export class ChunkCache {
  #chunkBytes: number;
  #places = new Map<number, PageLocation>();

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** Keeps bytes from `begin`, where a chunk begins, to the end of a chunk or of the file. */
  keep(begin: number, bytes: Uint8Array<ArrayBuffer>): void {
    const blob = new Blob([bytes]);
    for (let offset = 0; offset < bytes.length; offset += this.#chunkBytes) {
      this.#places.set((begin + offset) / this.#chunkBytes, { blob, offset });
    }
  }

  /**
   * The bytes from `begin`, where a chunk begins, up to, not including, `end`, where one or the file ends; null unless
   * all of them are kept.
   */
  async read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const parts: Blob[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) {
      const place = this.#places.get(at / this.#chunkBytes);
      if (!place) return null;
      parts.push(place.blob.slice(place.offset, place.offset + this.#chunkBytes));
    }
    try {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    } catch {
      // The disk is full, or was cleaned.
      return null;
    }
  }

  /** The ranges between `begin`, where a chunk begins, and `end` that are not kept. */
  missing(begin: number, end: number): { begin: number; end: number }[] {
    const ranges: { begin: number; end: number }[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) {
      if (this.#places.has(at / this.#chunkBytes)) continue;
      const last = ranges.at(-1);
      const until = Math.min(at + this.#chunkBytes, end);
      if (last?.end === at) last.end = until;
      else ranges.push({ begin: at, end: until });
    }
    return ranges;
  }

  /** How many bytes there are, each counted once; the last chunk of a file counts as a whole one. */
  get bytes(): number {
    return this.#places.size * this.#chunkBytes;
  }
}
