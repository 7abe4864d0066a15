import { createHash, type Hash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { isIdentifier } from '#domain/identifier.ts';
import type { Digested } from '#server/engines/storage/digest-files.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { removeAll } from './bucket-work.ts';
import type { Bucket, Listed } from './bucket.ts';
import type { S3Keys } from './s3-keys.ts';

/** Minimum size that stores require of every part of a multipart upload except the last one. */
const minPartBytes = 5 * 1024 * 1024;

/** Maximum number of parts that stores accept. */
const maxParts = 10_000;

/**
 * Parts of files that are still being uploaded are separate objects, so that any node can receive any part, and so that
 * joining can be repeated. The store itself joins them into one file; a node only reads them, for the digest.
 */
export function createS3Parts(
  bucket: Bucket,
  keys: S3Keys,
): Pick<Storage, 'putPart' | 'readHead' | 'readPart' | 'joinParts' | 'removeParts' | 'listParts'> {
  /** Returns the stored parts in the order of their index; null if one is missing. */
  async function findParts(fileId: string, count: number): Promise<Listed[] | null> {
    const found = new Map<string, Listed>();
    for await (const part of bucket.list(keys.partsOf(fileId))) found.set(part.key, part);
    const parts = Array.from({ length: count }, (_, index) => found.get(keys.part(fileId, index)));
    return parts.every((part) => part !== undefined) ? parts : null;
  }

  async function join(fileId: string, count: number): Promise<Digested | null> {
    const target = keys.finished(fileId);
    const parts = await findParts(fileId, count);
    if (!parts) return null;
    const [only] = parts;
    if (parts.length === 1 && only) return copyWhole(bucket, only, target);
    const canCopy = parts.length <= maxParts && parts.slice(0, -1).every((part) => part.sizeBytes >= minPartBytes);
    return canCopy ? joinInStore(bucket, parts, target) : joinThroughNode(bucket, parts, target);
  }

  return {
    async putPart(fileId, index, bytes) {
      const key = keys.part(fileId, index);
      // Until there is a listener, an error of the stream would end the process; the upload reports it.
      bytes.on('error', () => undefined);
      const held = await bucket.head(key);
      if (held) return held.sizeBytes;
      await bucket.putStream(key, bytes);
      return (await bucket.head(key))?.sizeBytes ?? 0;
    },

    async readHead(fileId, length) {
      const found = await bucket.find(keys.part(fileId, 0));
      if (!found || found.sizeBytes === 0) return new Uint8Array();
      const opened = await bucket.get(keys.part(fileId, 0), { range: `bytes=0-${length - 1}` });
      return opened ? Buffer.concat(await opened.body.toArray()) : new Uint8Array();
    },

    // A part that was sent to two nodes at once may be written again after it was listed.
    joinParts: (fileId, count) =>
      join(fileId, count).catch((error: unknown) => {
        if (isChanged(error)) return join(fileId, count);
        throw error;
      }),

    readPart: (fileId, index) => bucket.read(keys.part(fileId, index)),

    async removeParts(fileId) {
      await removeAll(bucket, keys.partsOf(fileId));
    },

    async *listParts() {
      let fileId = '';
      let modifiedAt = 0;
      for await (const part of bucket.list(keys.parts)) {
        const owner = part.key.slice(keys.parts.length).split('/')[0] ?? '';
        if (!isIdentifier(owner)) continue;
        if (fileId !== '' && owner !== fileId) yield { fileId, modifiedAt };
        modifiedAt = owner === fileId ? Math.max(modifiedAt, part.modifiedAt) : part.modifiedAt;
        fileId = owner;
      }
      if (fileId !== '') yield { fileId, modifiedAt };
    },
  };
}

/** Copies a file that has one part within the store. */
async function copyWhole(bucket: Bucket, part: Listed, target: string): Promise<Digested> {
  const hash = createHash('sha256');
  await readInto(hash, bucket, part);
  await bucket.copy(part.key, target, part.etag);
  return { sizeBytes: part.sizeBytes, sha256: hash.digest('hex') };
}

/** Lets the store copy the parts. Each part is also read, and is copied only if it is still the one that was read. */
async function joinInStore(bucket: Bucket, parts: readonly Listed[], target: string): Promise<Digested> {
  const { client, name: Bucket } = bucket;
  const hash = createHash('sha256');
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: target }));
  const upload = { Bucket, Key: target, UploadId };
  try {
    const copied: { PartNumber: number; ETag: string | undefined }[] = [];
    for (const [index, part] of parts.entries()) {
      const PartNumber = index + 1;
      const copying = client.send(
        new UploadPartCopyCommand({
          ...upload,
          PartNumber,
          CopySource: bucket.source(part.key),
          CopySourceIfMatch: part.etag,
        }),
      );
      const [{ CopyPartResult }] = await Promise.all([copying, readInto(hash, bucket, part)]);
      copied.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: copied } }));
  } catch (error) {
    // Uploads that can't be aborted now are swept later (abortUploadsBefore).
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
  return { sizeBytes: sumOf(parts), sha256: hash.digest('hex') };
}

/** Joins parts that are too small to be copied as parts of a multipart upload. */
async function joinThroughNode(bucket: Bucket, parts: readonly Listed[], target: string): Promise<Digested> {
  const hash = createHash('sha256');
  const joined = new PassThrough();
  const reading = pipeline(async function* () {
    for (const part of parts) {
      for await (const piece of await openPart(bucket, part)) {
        hash.update(piece as Buffer);
        yield piece as Buffer;
      }
    }
  }, joined);
  await Promise.all([bucket.putStream(target, joined), reading]);
  return { sizeBytes: sumOf(parts), sha256: hash.digest('hex') };
}

/** True if the store refuses to read or copy an object that has changed since it was listed. */
function isChanged(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
}

async function readInto(hash: Hash, bucket: Bucket, part: Listed): Promise<void> {
  for await (const piece of await openPart(bucket, part)) hash.update(piece as Buffer);
}

/** Rejects if the part has changed since it was listed. */
async function openPart(bucket: Bucket, part: Listed): Promise<Readable> {
  const opened = await bucket.get(part.key, { etag: part.etag });
  if (!opened) throw new Error(`storage (S3): the part ${part.key} was removed while it was joined`);
  return opened.body;
}

function sumOf(parts: readonly Listed[]): number {
  return parts.reduce((sum, part) => sum + part.sizeBytes, 0);
}
