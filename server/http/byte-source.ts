import { open } from 'node:fs/promises';
import type { Storage } from '#server/storage/storage.ts';
import type { ByteRange } from './byte-range.ts';

/**
 * Where the bytes of an answer come from: hands a range to `take` piece by piece, each valid only until the promise of
 * `take` settles. False, with nothing handed over, when they are gone.
 */
export type ByteSource = (range: ByteRange, take: (piece: Uint8Array) => Promise<void>) => Promise<boolean>;

const pieceBytes = 256 * 1024;

/** The bytes of a stored file. */
export function storedBytes(storage: Storage, fileId: string): ByteSource {
  return (range, take) => storage.pour(fileId, range, take);
}

/** The bytes of a file on this machine that is not in the store: a derived picture. */
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
