import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import { DamagedFile, type Storage } from '#server/engines/storage/storage.ts';

/** Bytes of a file, both ends inclusive, counted from 0. */
export type ByteRange = { start: number; end: number };

/**
 * A source of response bytes: passes a range to `take` in pieces, each valid only until the promise of `take` settles.
 * Returns false, without any piece, if the bytes are missing.
 */
export type ByteSource = (range: ByteRange, take: (piece: Uint8Array) => Promise<void>) => Promise<boolean>;

const pieceBytes = 256 * 1024;

/** A missing or damaged file is logged at most once in this time. */
const logAgainMs = 60 * 60 * 1000;
const maxLogged = 1000;

/**
 * Returns the bytes of stored files. A file that is missing, or whose size differs from its record, is logged, and none
 * of it is sent.
 */
export function createStoredBytes(parts: { storage: Storage; log: Logger }): (file: StoredFile) => ByteSource {
  const { storage, log } = parts;
  const logged = new Map<string, number>();

  function logLoss(fileId: string, error: Error | null): void {
    const last = logged.get(fileId);
    if (last !== undefined && performance.now() - last < logAgainMs) return;
    if (logged.size >= maxLogged) logged.clear();
    logged.set(fileId, performance.now());
    const what = error ? 'the bytes of a stored file are damaged' : 'the bytes of a stored file are missing';
    log.error({ fileId, err: error ?? undefined }, `${what}; run "npm run check-library" to find all of them`);
  }

  return (file) => async (range, take) => {
    try {
      if (await storage.pour(file.id, range, take, file.sizeBytes)) return true;
      logLoss(file.id, null);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      logLoss(file.id, error);
    }
    return false;
  };
}

type StoredFile = { id: string; sizeBytes: number };

/** Returns the bytes of a local file that is not in the store: a derived picture. */
export function localBytes(path: string): ByteSource {
  return async ({ start, end }, take) => {
    const handle = await open(path, 'r').catch(() => null);
    if (!handle) return false;
    try {
      for (let at = start; at <= end;) {
        const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, end - at + 1));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) break;
        await take(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
      return true;
    } finally {
      await handle.close();
    }
  };
}
