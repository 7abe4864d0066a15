import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Storage } from '#server/storage/storage.ts';
import type { ByteRange } from './byte-range.ts';

/** Where the bytes of an answer come from. Null when they are gone. */
export interface ByteSource {
  /** A range small enough to hold in memory. */
  readBytes(range: ByteRange): Promise<Uint8Array | null>;
  /** A range of any size; whoever asks must read the stream to its end or destroy it. */
  read(range: ByteRange): Promise<Readable | null>;
}

/** The bytes of a stored file. */
export function storedBytes(storage: Storage, fileId: string): ByteSource {
  return {
    readBytes: (range) => storage.readBytes(fileId, range),
    read: (range) => storage.read(fileId, range),
  };
}

/** The bytes of a file on this machine that is not in the store: a derived picture. */
export function localBytes(path: string): ByteSource {
  return {
    async readBytes(range) {
      const handle = await open(path, 'r').catch(() => null);
      if (!handle) return null;
      try {
        const { buffer, bytesRead } = await handle.read({
          buffer: Buffer.allocUnsafeSlow(range.end - range.start + 1),
          position: range.start,
        });
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    async read(range) {
      const handle = await open(path, 'r').catch(() => null);
      return handle && createReadStream(path, { ...range, fd: handle, highWaterMark: 256 * 1024 });
    },
  };
}
