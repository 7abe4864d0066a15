/**
 * A pool of buffers: garbage collection of memory outside the heap is expensive, and took a third of the sending
 * time.
 */
export interface Buffers {
  /**
   * Returns a buffer with arbitrary content; 64 KB if that is enough for `length`, else 256 KB. Smaller if many buffers
   * are lent, so that thousands of clients that read slowly use little memory.
   */
  borrow(length: number): Buffer;
  /** True if many buffers are lent: a reader should then not borrow a second one. */
  isTight(): boolean;
  /** Takes a buffer back for the next borrower. */
  giveBack(buffer: Buffer): void;
  /** Ends the loan of a buffer that other code may still use. */
  forget(buffer: Buffer): void;
}

/** The size of one request of the PDF reader. */
const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** Maximum numbers of idle buffers by size: 4 and 8 MB in total. */
const maxIdle = new Map([
  [smallBytes, 64],
  [largeBytes, 32],
]);

/**
 * Bytes lent after which buffers are small, and after which they are tiny: 2,048 connections then use less than 64 MB.
 */
const plentyBytes = 32 * 1024 * 1024;
export const tightBytes = 48 * 1024 * 1024;
export const tinyBytes = 8 * 1024;

export function createBuffers(): Buffers {
  const idle = new Map<number, Buffer[]>(Array.from(maxIdle.keys(), (size) => [size, []]));
  let lentBytes = 0;

  function sizeFor(length: number): number {
    if (lentBytes >= tightBytes) return tinyBytes;
    return length <= smallBytes || lentBytes >= plentyBytes ? smallBytes : largeBytes;
  }

  return {
    borrow(length) {
      const size = sizeFor(length);
      lentBytes += size;
      return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    isTight: () => lentBytes >= plentyBytes,
    giveBack(buffer) {
      lentBytes -= buffer.length;
      const free = idle.get(buffer.length);
      if (free && free.length < (maxIdle.get(buffer.length) ?? 0)) free.push(buffer);
    },
    forget(buffer) {
      lentBytes -= buffer.length;
    },
  };
}
