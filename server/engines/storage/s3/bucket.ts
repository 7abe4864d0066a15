import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StoreFailing, StoreFull } from '#server/machinery/faults/read-fault.ts';
import type { S3Address } from './s3-address.ts';

/** An object in a listing of the store. `modifiedAt` is in milliseconds since 1970 by the clock of the store. */
export type Listed = { key: string; sizeBytes: number; modifiedAt: number; etag: string };

/** An object that is being read. `wholeBytes` is the size of the whole object, not only of the requested range. */
export type Opened = { body: Readable; wholeBytes: number; etag: string };

/** Timeouts of a request without a response. The SDK makes three attempts. */
const waits = { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true };
/** Timeout of a response without further bytes. */
const usualSilenceMs = 10_000;

/**
 * A client that downloads slowly uses a socket for the whole time. The limit exceeds the possible number of clients, so
 * that none waits for another.
 */
const agent = { maxSockets: 5000 };

/** Maximum memory for writing one object, and the minimum size of a part of a multipart upload. */
const pieceBytes = 5 * 1024 * 1024;

/**
 * A bucket of an S3-compatible store, through Amazon's SDK. Missing objects are null. Requests that fail because of the
 * connection or the store are attempted three times, then rejected with `StoreFailing`, or with its subclass
 * `StoreFull` if the store refuses to store more.
 */
export type Bucket = ReturnType<typeof openBucket>;

/**
 * Opens the bucket. The SDK finds the credentials in its default order: the standard AWS variables first. Must be
 * closed.
 */
export function openBucket(address: S3Address, { silenceMs = usualSilenceMs } = {}) {
  const client = createClient(address);
  const { bucket: Bucket } = address;
  const source = (key: string) => `${Bucket}/${key}`;

  async function head(key: string): Promise<Omit<Listed, 'key'> | null> {
    const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(nullWhenMissing);
    if (!found) return null;
    const { ContentLength: sizeBytes = 0, LastModified, ETag: etag = '' } = found;
    return { sizeBytes, modifiedAt: LastModified?.getTime() ?? 0, etag };
  }

  /** Same as `head`, which can't distinguish a missing object from a missing bucket. */
  async function find(key: string): Promise<Omit<Listed, 'key'> | null> {
    const found = await head(key);
    if (found) return found;
    const isThere = await client.send(new HeadBucketCommand({ Bucket })).catch(nullWhenMissing);
    if (!isThere) throw new StoreFailing(Bucket, new Error('there is no such bucket'));
    return null;
  }

  async function get(key: string, options: { range?: string; etag?: string } = {}): Promise<Opened | null> {
    const { range, etag } = options;
    const input = { Bucket, Key: key, ...(range && { Range: range }), ...(etag && { IfMatch: etag }) };
    const found = await client.send(new GetObjectCommand(input)).catch(nullWhenMissing);
    if (!found) return null;
    const whole = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
    const body = found.Body as IncomingMessage;
    giveUpSilent(body, silenceMs, (cause) => new StoreFailing(Bucket, cause));
    return { body, wholeBytes: whole, etag: found.ETag ?? '' };
  }

  return {
    client,
    name: Bucket,
    /**
     * Returns the offset of the store's clock in the last responses, if it is minutes or more; the SDK signs its
     * requests with it.
     */
    aheadMs: () => client.config.systemClockOffset,
    source,
    head,
    find,
    get,
    /** Lists the objects with this key prefix, in the order of their keys. */
    list: (prefix: string) => listObjects(client, Bucket, prefix),

    /**
     * Does the same as `get`, but also throws `StoreFailing` if the connection fails or hangs while the bytes arrive.
     */
    async read(key: string, range?: string): Promise<Readable | null> {
      const opened = await get(key, range === undefined ? {} : { range });
      return opened && Readable.from(asFailing(opened.body, Bucket), { objectMode: false });
    },

    /** Writes an object of unknown length. Stores nothing unless the stream ends without an error. */
    async putStream(key: string, bytes: Readable): Promise<void> {
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: bytes },
        queueSize: 1,
        partSize: pieceBytes,
      });
      await upload.done();
    },

    async put(key: string, text: string): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: Buffer.from(text) }));
    },

    /** Copies within the store, if the source still has this `etag`. */
    async copy(from: string, to: string, etag: string): Promise<void> {
      await client.send(
        new CopyObjectCommand({ Bucket, Key: to, CopySource: source(from), CopySourceIfMatch: etag || undefined }),
      );
    },

    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },

    close: () => client.destroy(),
  };
}

/** Creates a client that does not send checksums, which many stores do not support. Must be destroyed. */
export function createClient({ bucket, endpoint, region, pathStyle }: S3Address): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Many stores do not support Amazon's checksums; ours are of whole files.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...waits, httpAgent: agent, httpsAgent: agent },
  });
  // Around everything else, including retries.
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        if (isAnswer(error)) throw error;
        throw isRefusalOfMore(error) ? new StoreFull(bucket, error) : new StoreFailing(bucket, error);
      }),
    { step: 'initialize', priority: 'high', name: 'storeFailing' },
  );
  return client;
}

async function* listObjects(client: S3Client, Bucket: string, prefix: string): AsyncGenerator<Listed> {
  for (let token: string | undefined; ;) {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }));
    for (const { Key, Size, LastModified, ETag } of page.Contents ?? [])
      yield { key: Key ?? '', sizeBytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0, etag: ETag ?? '' };
    const next = nextPage(Bucket, page, token);
    if (next === null) return;
    token = next;
  }
}

async function* asFailing(body: Readable, bucket: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield piece as Buffer;
  } catch (error) {
    throw error instanceof StoreFailing ? error : new StoreFailing(bucket, error);
  }
}

/** True for an error that shows that the store works: a missing object, a changed one, or a range beyond the end. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
  return [404, 412, 416].includes(error.$metadata.httpStatusCode ?? 0);
}

/** Error codes of stores that are full or whose quota is used up. Amazon's store is never full. */
const namesOfFull = new Set([
  'QuotaExceeded', // Ceph's gateway
  'EntityTooLarge', // Stores that count a quota by the size of what is sent; our parts are of 5 MiB.
  'InsufficientStorage',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);

/** True if the store works but refuses to store more. */
export function isRefusalOfMore(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return namesOfFull.has(error.name) || error.$metadata.httpStatusCode === 507;
}

/**
 * Returns the token of the next page of a listing; null at its end. Throws if a store sends no token before the end:
 * the listing would restart forever, or end early, and then existing parts would count as lost.
 */
export function nextPage(
  bucket: string,
  page: { IsTruncated?: boolean | undefined; NextContinuationToken?: string | undefined },
  before: string | undefined,
): string | null {
  if (!page.IsTruncated) return null;
  const next = page.NextContinuationToken;
  if (next === undefined || next === before)
    throw new StoreFailing(bucket, new Error('the store does not say where its listing continues'));
  return next;
}

/** Returns null for a missing object. Rethrows every other error. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null;
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name))
    return null;
  throw error;
}

/**
 * Destroys the body of a response with a failure if nothing of it arrives for `silenceMs`. Doesn't count time in which
 * bytes wait to be read: then the reader is slow, for example a phone without a network, not the store.
 */
function giveUpSilent(body: IncomingMessage, silenceMs: number, toFailure: (cause: Error) => Error): void {
  const { socket } = body;
  const onTimeout = () => {
    if (body.readableLength === 0) body.destroy(toFailure(new Error(`nothing arrived for ${silenceMs} ms`)));
    // The timeout fires only once.
    else socket.setTimeout(silenceMs);
  };
  socket.setTimeout(silenceMs);
  socket.on('timeout', onTimeout);
  // The connection is used again.
  body.once('close', () => {
    socket.off('timeout', onTimeout);
    socket.setTimeout(0);
  });
}
