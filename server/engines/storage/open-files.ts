import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';

/**
 * A pool of buffers: garbage collection of memory outside the heap is expensive, and took a third of the sending
 * time.
 */
interface Buffers {
  /**
   * Returns a buffer with arbitrary content; 64 KB if that is enough for `length`, else 256 KB. Smaller while much is
   * lent already, so that thousands of clients that read slowly cost little memory.
   */
  borrow(length: number): Buffer;
  /** True while much is lent: a reader should then not borrow a second buffer. */
  isTight(): boolean;
  /** Takes a buffer back for the next borrower. */
  giveBack(buffer: Buffer): void;
  /** Ends the loan of a buffer that something may still refer to. */
  forget(buffer: Buffer): void;
}

/** The size of one request of the PDF reader. */
const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** At most 4 and 8 MB are idle. */
const maxIdle = new Map([
  [smallBytes, 64],
  [largeBytes, 32],
]);

/** Beyond the first limit, buffers are small; beyond the second, tiny: 2,048 connections then hold less than 64 MB. */
const plentyBytes = 32 * 1024 * 1024;
export const tightBytes = 48 * 1024 * 1024;
export const tinyBytes = 8 * 1024;

function createBuffers(): Buffers {
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

const openFile = promisify(open);
const statFile = promisify(fstat);
const closeFile = promisify(close);

/** Reads ranges of files that are requested repeatedly, and leaves the handles open for a while. */
export interface OpenFiles {
  /**
   * Same as `pour` of the storage port: passes the bytes from `start` to `end` in pieces; false if the file is
   * missing. `check` is called with the size of the file before anything is read, and may throw.
   */
  pour(
    path: string,
    start: number,
    end: number,
    take: (piece: Uint8Array) => Promise<void>,
    check?: (sizeBytes: number) => void,
  ): Promise<boolean>;
  /** Closes the handle of a file that is being removed, after its last reader. */
  forget(path: string): void;
  /** Returns the number of open handles. */
  count(): number;
  close(): Promise<void>;
}

type Opened = { handle: number; sizeBytes: number; isBroken: boolean };
type Entry = { opened: Promise<Opened | null>; readers: number; usedAt: number; isEvicted: boolean };

/**
 * Creates a pool of read handles. A PDF reader requests dozens of 64 KB ranges of one file; opening and closing it
 * each time costs 40 % of the throughput (15,000 against 25,000 ranges a second on one core). At most `limit` handles
 * stay open, each at most `idleMs` after its last use.
 */
export function createOpenFiles({ limit = 64, idleMs = 5000 }: { limit?: number; idleMs?: number } = {}): OpenFiles {
  const entries = new LRUCache<string, Entry>({
    max: limit,
    dispose(entry) {
      entry.isEvicted = true;
      if (entry.readers === 0) closeHandle(entry);
    },
  });
  let timer: NodeJS.Timeout | null = null;
  const closing = new Set<Promise<void>>();
  const buffers = createBuffers();

  function closeHandle(entry: Entry): void {
    const done = entry.opened
      .then((opened) => (opened ? closeFile(opened.handle) : undefined))
      .catch(() => undefined)
      .finally(() => closing.delete(done));
    closing.add(done);
  }

  function closeIdleOnes(): void {
    timer ??= setInterval(() => {
      const before = performance.now() - idleMs;
      const idle = [...entries.entries()].filter(([, entry]) => entry.readers === 0 && entry.usedAt <= before);
      for (const [path] of idle) entries.delete(path);
      if (entries.size > 0 || timer === null) return;
      clearInterval(timer);
      timer = null;
    }, idleMs).unref();
  }

  function acquire(path: string): Entry {
    const known = entries.get(path);
    const entry: Entry = known ?? { opened: openForReading(path), readers: 0, usedAt: 0, isEvicted: false };
    entry.readers++;
    entry.usedAt = performance.now();
    if (!known) entries.set(path, entry);
    closeIdleOnes();
    return entry;
  }

  return {
    async pour(path, start, end, take, check) {
      const entry = acquire(path);
      let isSound = false;
      try {
        const opened = await entry.opened;
        if (!opened) return false;
        check?.(opened.sizeBytes);
        isSound = true;
        await pourFrom(opened, start, end, take, buffers).finally(() => {
          isSound = !opened.isBroken;
        });
        return true;
      } finally {
        entry.readers--;
        // A file that is missing or unreadable now may be readable at the next request, so this is not cached. An
        // evicted handle is closed by its last reader.
        if (entry.isEvicted && entry.readers === 0) closeHandle(entry);
        else if (!isSound && entries.peek(path) === entry) entries.delete(path);
      }
    },
    forget: (path) => void entries.delete(path),
    count: () => entries.size,
    async close() {
      if (timer) clearInterval(timer);
      timer = null;
      entries.clear();
      await Promise.all(closing);
    },
  };
}

async function openForReading(path: string): Promise<Opened | null> {
  try {
    const handle = await openFile(path, 'r');
    try {
      return { handle, sizeBytes: (await statFile(handle)).size, isBroken: false };
    } catch (error) {
      await closeFile(handle);
      throw error;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads the next piece while the one before is being consumed, unless memory for pieces is tight. */
async function pourFrom(
  opened: Opened,
  start: number,
  end: number,
  take: (piece: Uint8Array) => Promise<void>,
  buffers: Buffers,
): Promise<void> {
  let taking: Promise<void> = Promise.resolve();
  for (let at = start; at <= end;) {
    if (buffers.isTight()) await taking;
    const length = end - at + 1;
    const buffer = buffers.borrow(length);
    // A buffer is reused only after `take` succeeded: a broken connection may still refer to its piece.
    const count = await readInto(opened.handle, buffer, at, Math.min(length, buffer.length)).catch((error: unknown) => {
      opened.isBroken = true;
      buffers.forget(buffer);
      throw error;
    });
    try {
      await taking;
    } catch (error) {
      buffers.forget(buffer);
      throw error;
    }
    if (count === 0) return buffers.giveBack(buffer);
    taking = take(buffer.subarray(0, count)).then(
      () => buffers.giveBack(buffer),
      (error: unknown) => {
        buffers.forget(buffer);
        throw error;
      },
    );
    taking.catch(() => undefined);
    at += count;
  }
  await taking;
}

/** Uses the callback form of `read`: the promise form costs a fifth of the throughput here. */
function readInto(handle: number, buffer: Buffer, position: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle, buffer, 0, length, position, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
