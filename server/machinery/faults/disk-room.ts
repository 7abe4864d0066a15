import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { within } from '#server/machinery/queues/within.ts';
import { answerFault } from './fault-answers.ts';
import type { FaultWatch } from './fault-watch.ts';

/**
 * Free space on the disk of the data folder. Uploads must leave the reserve free (setting DISK_RESERVE_MB), so that
 * there is always space for signing in, deleting and the server's own records. For the case that another program fills
 * the disk, part of the reserve is a file (`ballast`), which the writer thread deletes when the disk is full.
 */
export interface DiskRoom {
  /**
   * Reserves space for bytes that will be written under a key; several calls with one key share it. Returns a function
   * that releases the space. Throws Problem `storage_full` if the bytes would not leave the reserve free.
   */
  hold(key: string, bytes: number): Promise<() => void>;
  /** True if less than the reserve is free. Rejects if the file system does not respond. */
  isLow(): Promise<boolean>;
  /** True if this many more bytes would leave the reserve free: for derived files, which can wait. */
  hasRoomFor(bytes: number): Promise<boolean>;
  /** Free bytes, including the reserve and reserved space. */
  free(): Promise<number>;
  /** Creates the ballast again if it is missing and there is space for it. */
  restoreBallast(): Promise<void>;
  /** Deletes the ballast if less than its own size is free, for a start on a full disk. */
  giveUpBallast(): Promise<void>;
  /** The path of the ballast and its size in bytes. */
  ballast: { path: string; bytes: number };
}

/**
 * Fraction of the reserve that is ballast: with 64 MB, it is four times the size that SQLite's log reaches between two
 * checkpoints.
 */
const ballastShare = 0.25;
const pieceBytes = 1024 * 1024;

export function createDiskRoom(parts: {
  directory: string;
  reserveBytes: number;
  faults: FaultWatch;
  /** Bytes free on the file system; injected by tests. */
  measure?: (directory: string) => Promise<number>;
}): DiskRoom {
  const { directory, reserveBytes, faults, measure = measureFree } = parts;
  const held = new Map<string, { bytes: number; holders: number }>();
  const ballast = { path: path.join(directory, 'ballast'), bytes: Math.floor(reserveBytes * ballastShare) };

  const free = () => measure(directory);
  const heldBytes = () => [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function release(key: string): void {
    const entry = held.get(key);
    if (entry && (entry.holders -= 1) === 0) held.delete(key);
  }

  const room: DiskRoom = {
    ballast,
    free,
    hasRoomFor: async (bytes) => (await free()) - heldBytes() - bytes >= reserveBytes,
    isLow: async () => (await free()) < reserveBytes,

    async hold(key, bytes) {
      // Reserved before it is measured, so that two simultaneous calls do not both get the last bytes.
      const entry = held.get(key) ?? { bytes: 0, holders: 0 };
      entry.bytes = Math.max(entry.bytes, bytes);
      entry.holders += 1;
      held.set(key, entry);
      try {
        const freeBytes = await free();
        if (freeBytes - heldBytes() >= reserveBytes) return once(() => release(key));
        if (freeBytes < reserveBytes) faults.begin('disk-full', { freeBytes, reserveBytes });
        throw answerFault('disk-full');
      } catch (error) {
        release(key);
        throw error;
      }
    },

    async giveUpBallast() {
      if ((await free()) < ballast.bytes) await rm(ballast.path, { force: true });
    },

    async restoreBallast() {
      if (ballast.bytes === 0) return rm(ballast.path, { force: true });
      const size = await stat(ballast.path).then(
        (found) => found.size,
        () => 0,
      );
      if (size === ballast.bytes || (await free()) < reserveBytes + ballast.bytes) return;
      await writeBallast(ballast.path, ballast.bytes);
    },
  };
  faults.watch('disk-full', async () => {
    if (await room.isLow()) throw new Error('there is too little free space');
    await room.restoreBallast();
  });
  return room;
}

async function measureFree(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Writes the ballast with random bytes, because some file systems allocate no space for zeros. Writes it under another
 * name first, so that the file is complete or missing.
 */
async function writeBallast(target: string, bytes: number): Promise<void> {
  const piece = randomBytes(Math.min(pieceBytes, bytes));
  const temp = `${target}.temp`;
  try {
    await using file = await open(temp, 'w');
    for (let left = bytes; left > 0; left -= piece.length) await file.write(piece, 0, Math.min(left, piece.length));
    await rename(temp, target);
  } finally {
    await rm(temp, { force: true });
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Interval between checks: short enough to warn the operator before anybody notices; a check costs a system call. */
const checkMs = 30_000;

/** Maximum time that stopping waits for a running check, which may be writing the ballast. */
const endMs = 2000;

/**
 * Checks the free space now and every half minute. Returns a function that stops the checks and waits for the last one.
 */
export function watchDisk({
  room,
  faults,
  log,
}: {
  room: DiskRoom;
  faults: FaultWatch;
  log: Logger;
}): () => Promise<void> {
  let checking: Promise<void> | null = null;
  async function checkRoom(): Promise<void> {
    try {
      if (await room.isLow()) faults.begin('disk-full', { freeBytes: await room.free() });
      else await room.restoreBallast();
    } catch (error) {
      if (!faults.note(error)) log.warn({ err: error }, 'the free space on the disk of DATA_DIR could not be measured');
    } finally {
      checking = null;
    }
  }
  // On a disk that hangs, a check waits; a second one would queue behind it.
  const checkOnce = () => void (checking ??= checkRoom());
  checkOnce();
  const timer = setInterval(checkOnce, checkMs).unref();
  return async () => {
    clearInterval(timer);
    if (checking) await within(endMs, checking, undefined);
  };
}
