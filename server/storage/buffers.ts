/** Buffers used again and again: memory outside of the heap is costly to collect, it took a third of the time of sending. */
export interface Buffers {
  /** Holds what some earlier reader left in it; 64 KB when that is enough for `length`, else 256 KB. */
  borrow(length: number): Buffer;
  giveBack(buffer: Buffer): void;
}

/** What the PDF reader asks for at once. */
const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** At most 4 and 8 MB lie idle. */
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
