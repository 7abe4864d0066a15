/** A pool of buffers: collecting memory outside the heap is expensive, it took a third of the time of sending. */
export interface Buffers {
  /** Has arbitrary content; 64 KB if that is enough for `length`, else 256 KB. */
  borrow(length: number): Buffer;
  giveBack(buffer: Buffer): void;
}

/** The size of one request of the PDF reader. */
const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** At most 4 and 8 MB are idle. */
const maxIdle = new Map([
  [smallBytes, 64],
  [largeBytes, 32],
]);

export function createBuffers(): Buffers {
  const idle = new Map<number, Buffer[]>(Array.from(maxIdle.keys(), (size) => [size, []]));
  return {
    borrow(length) {
      const size = length <= smallBytes ? smallBytes : largeBytes;
      return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    giveBack(buffer) {
      const kept = idle.get(buffer.length);
      if (kept && kept.length < (maxIdle.get(buffer.length) ?? 0)) kept.push(buffer);
    },
  };
}
