import { ChunkCache } from './chunk-cache.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Range = { begin: number; end: number };

/**
 * Reads ranges of a file so that no chunk of it is fetched twice: what came is kept, what is on its way is waited for.
 * Ranges begin where a chunk begins and end where one or the file ends. Fails as `fetchRange` does.
 */
export class CoalescedReads {
  #chunkBytes: number;
  #fetchRange: (begin: number, end: number) => Promise<Bytes>;
  #pieces: ChunkCache | null;
  /** Chunks on their way, with what to wait for. */
  #coming = new Map<number, Promise<unknown>>();

  constructor(chunkBytes: number, fetchRange: (begin: number, end: number) => Promise<Bytes>) {
    this.#chunkBytes = chunkBytes;
    this.#fetchRange = fetchRange;
    this.#pieces = new ChunkCache(chunkBytes);
  }

  async read(begin: number, end: number): Promise<Bytes> {
    const pieces = this.#pieces;
    if (!pieces) return this.#fetchRange(begin, end);
    const coming = this.#chunksOf({ begin, end }).flatMap((chunk) => this.#coming.get(chunk) ?? []);
    if (coming.length > 0) await Promise.allSettled(coming);
    const missing = pieces.missing(begin, end);
    const [first] = missing;
    if (first?.begin === begin && first.end === end) return this.#fetchAndKeep(first);
    await Promise.all(missing.map((range) => this.#fetchAndKeep(range)));
    return (await pieces.read(begin, end)) ?? this.#fetchRange(begin, end);
  }

  /** How much was read so far, in bytes; null once nothing is kept any more. */
  get bytes(): number | null {
    return this.#pieces?.bytes ?? null;
  }

  /** Keeps nothing any more, of a file that nobody will read twice. */
  forget(): void {
    this.#pieces = null;
  }

  async #fetchAndKeep(range: Range): Promise<Bytes> {
    const chunks = this.#chunksOf(range);
    const fetched = this.#fetchRange(range.begin, range.end).then((bytes) => {
      this.#pieces?.keep(range.begin, bytes);
      return bytes;
    });
    for (const chunk of chunks) this.#coming.set(chunk, fetched);
    try {
      return await fetched;
    } finally {
      for (const chunk of chunks) this.#coming.delete(chunk);
    }
  }

  #chunksOf({ begin, end }: Range): number[] {
    const chunks: number[] = [];
    for (let at = begin; at < end; at += this.#chunkBytes) chunks.push(at / this.#chunkBytes);
    return chunks;
  }
}
