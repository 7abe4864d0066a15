import { mkdir, unlink } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { isIdentifier } from '#domain/identifier.ts';
import { DamagedFile, type Storage } from '#server/engines/storage/storage.ts';
import type { Bucket, Opened } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

/** Maximum size of pieces that the port promises. */
const maxPieceBytes = 256 * 1024;

/** Stores finished files. Local copies for programs are made in `scratch`, which only this process uses. */
export function createS3Files(parts: {
  bucket: Bucket;
  keys: S3Keys;
  scratch: string;
}): Pick<Storage, 'find' | 'read' | 'pour' | 'withLocalFile' | 'relativePath' | 'remove' | 'list'> {
  const { bucket, keys, scratch } = parts;
  const copies = createLocalCopies(bucket, scratch);

  return {
    async find(fileId) {
      const found = await bucket.find(keys.finished(fileId));
      return found && { sizeBytes: found.sizeBytes };
    },

    async read(fileId, range) {
      const read = await bucket.read(keys.finished(fileId), range && rangeOf(range)).catch(beyondEnd);
      return read === 'beyond' ? Readable.from([]) : read;
    },

    async pour(fileId, range, take, wholeBytes) {
      const opened = await bucket.get(keys.finished(fileId), { range: rangeOf(range) }).catch(beyondEnd);
      if (opened === null) return false;
      if (opened === 'beyond') {
        await checkSize(fileId, (await bucket.head(keys.finished(fileId)))?.sizeBytes ?? 0, wholeBytes);
        return true;
      }
      await using body = opened.body;
      checkSize(fileId, opened.wholeBytes, wholeBytes);
      for await (const piece of body as AsyncIterable<Buffer>) {
        for (let offset = 0; offset < piece.length; offset += maxPieceBytes)
          await take(piece.subarray(offset, offset + maxPieceBytes));
      }
      return true;
    },

    async withLocalFile(fileId, work) {
      const copy = await copies.borrow(keys.finished(fileId));
      if (!copy) return null;
      try {
        return await work(copy.path);
      } finally {
        await copy.giveBack();
      }
    },

    relativePath: () => null,

    async remove(fileId) {
      await bucket.remove(keys.finished(fileId));
    },

    async *list() {
      for await (const { key, modifiedAt } of bucket.list(keys.files)) {
        const fileId = key.slice(keys.files.length);
        if (isIdentifier(fileId)) yield { fileId, modifiedAt };
      }
    },
  };
}

function rangeOf({ start, end }: { start: number; end: number }): string {
  return `bytes=${start}-${end}`;
}

function checkSize(fileId: string, found: number, expected: number | undefined): void {
  if (expected !== undefined && found !== expected) throw new DamagedFile(fileId, { expected, found });
}

/**
 * Detects that a range begins after the end of the file: the store refuses it, and every range of an empty file.
 * Rethrows all other errors.
 */
function beyondEnd(error: unknown): 'beyond' {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return 'beyond';
  throw error;
}

/**
 * Makes copies of files for programs that need a path. A file that several programs read at the same time is fetched
 * once, and its copy is deleted when the last program is done.
 */
function createLocalCopies(bucket: Bucket, scratch: string) {
  const copies = new Map<string, { file: Promise<string | null>; users: number }>();

  async function fetchCopy(key: string): Promise<string | null> {
    const opened: Opened | null = await bucket.get(key);
    if (!opened) return null;
    await mkdir(scratch, { recursive: true });
    const file = path.join(scratch, randomUUID());
    try {
      await pipeline(opened.body, createWriteStream(file, { flags: 'wx' }));
    } catch (error) {
      await unlink(file).catch(() => undefined);
      throw error;
    }
    return file;
  }

  return {
    async borrow(key: string): Promise<{ path: string; giveBack(): Promise<void> } | null> {
      const copy = copies.get(key) ?? { file: fetchCopy(key), users: 0 };
      copies.set(key, copy);
      copy.users++;
      const giveBack = async () => {
        if (--copy.users > 0) return;
        if (copies.get(key) === copy) copies.delete(key);
        const file = await copy.file.catch(() => null);
        if (file !== null) await unlink(file).catch(() => undefined);
      };
      try {
        const file = await copy.file;
        if (file !== null) return { path: file, giveBack };
      } catch (error) {
        // The next caller tries again.
        if (copies.get(key) === copy) copies.delete(key);
        await giveBack();
        throw error;
      }
      await giveBack();
      return null;
    },
  };
}
