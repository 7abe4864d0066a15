import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { describeRestorationIntoDatabase } from '#server/upkeep/backup/restore-into-database.suite.ts';
import { describeMove } from '#server/upkeep/backup/move-library.suite.ts';
import { describeStorage } from '#server/engines/storage/storage.suite.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { abortUploadsBefore } from './bucket-work.ts';
import { openBucket } from './bucket.ts';
import { describeClaims } from './s3-claims.suite.ts';
import { describeS3Derived } from './s3-derived.suite.ts';
import { describeFullStore } from './s3-full.suite.ts';
import { describeKilledRestoration } from './s3-killed-restoration.suite.ts';
import {
  describeRedirection,
  describeRestoration,
  describeS3Check,
  describeS3Library,
  describeS3Repair,
} from './s3-library.suite.ts';
import { openS3 } from './s3.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const reason = whyNoS3();
if (reason) process.stdout.write(`skipped: tests of S3, because ${reason}\n`);

let server: S3Server;

beforeAll(async () => {
  if (!reason) server = await openS3Server();
}, 90_000);

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

describe.skipIf(reason)('a library with S3', () => {
  describeS3Library(() => server);
  describeFullStore(() => server);
  describeS3Check(() => server);
  describeRedirection(() => server);
});

describe.skipIf(reason || isOnlyInSweep('engines'))('repairing, restoring and moving a library with S3', () => {
  describeS3Repair(() => server);
  describeRestoration(() => server);
  describeKilledRestoration(() => server);
  describeRestorationIntoDatabase(() => server);
  describeMove(() => server);
});

describe.skipIf(reason)('derived files in S3', () => {
  describeS3Derived(() => server);
});

describe.skipIf(reason)('S3', () => {
  describeStorage(openEmpty);
  describeSlowReading();
  describeClaims(() => server);

  test('joins large parts within the store, and returns the digest of the stored bytes', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    const parts = [randomBytes(5 * 1024 * 1024), randomBytes(5 * 1024 * 1024), randomBytes(1000)];
    for (const [index, part] of parts.entries()) await storage.putPart('a1', index, Readable.from([part]));
    const sha256 = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    const sizeBytes = 10 * 1024 * 1024 + 1000;
    expect(await storage.joinParts('a1', 3)).toEqual({ sizeBytes, sha256 });
    expect(await storage.joinParts('a1', 3)).toEqual({ sizeBytes, sha256 });
    const digest = createHash('sha256');
    for await (const piece of (await storage.read('a1')) ?? []) digest.update(piece as Buffer);
    expect(digest.digest('hex')).toBe(sha256);
  });

  test('reads no bytes of an empty file, for any range', async () => {
    await using opened = await openEmpty();
    const { storage } = opened;
    await storage.putPart('a1', 0, Readable.from([]));
    expect(await storage.readHead('a1', 10)).toHaveLength(0);
    expect(await storage.joinParts('a1', 1)).toMatchObject({ sizeBytes: 0 });
    expect(await (await storage.read('a1', { start: 0, end: 9 }))?.toArray()).toEqual([]);
    const take = () => Promise.reject(new Error('never'));
    expect(await storage.pour('a1', { start: 0, end: 9 }, take, 0)).toBe(true);
  });

  test('shares one local copy of a file among programs that read it at once, and deletes it after the last', async () => {
    await using opened = await openEmpty();
    const { storage, scratch } = opened;
    await storage.putPart('a1', 0, Readable.from([Buffer.from('bytes')]));
    await storage.joinParts('a1', 1);
    const paths = await Promise.all(
      Array.from({ length: 3 }, () =>
        storage.withLocalFile('a1', async (file) => {
          expect(await readdir(scratch)).toHaveLength(1);
          return file;
        }),
      ),
    );
    expect(new Set(paths).size).toBe(1);
    expect(await readdir(scratch)).toEqual([]);
  });

  test('ends multipart uploads that started before a time, and leaves current ones when tidying', async () => {
    await using opened = await openEmpty();
    const { storage, address } = opened;
    const client = new S3Client({ endpoint: server.endpoint, region: server.region, forcePathStyle: true });
    const upload = { Bucket: address.bucket, Key: `${address.prefix}files/a1` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
    expect(await storage.tidy()).toBe(0);
    const part = { ...upload, UploadId, PartNumber: 1, Body: 'bytes' };
    expect((await client.send(new UploadPartCommand(part))).ETag).toBeDefined();
    client.destroy();
    const bucket = openBucket(address);
    const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
    expect(await abortUploadsBefore(bucket, address.prefix, tomorrow)).toBe(1);
    expect(await abortUploadsBefore(bucket, address.prefix, tomorrow)).toBe(0);
    bucket.close();
  });

  test('rejects a store of another library, and reports a missing store as failing', async () => {
    await using opened = await openEmpty();
    const { storage, address, scratch } = opened;
    await storage.claim('one');
    await storage.claim('one');
    await storage.putPart('a1', 0, Readable.from([Buffer.from('bytes')]));
    await storage.joinParts('a1', 1);
    await expect(storage.claim('two')).rejects.toThrow('holds the files of another library');
    const missing = await openS3({ address: { ...address, bucket: 'no-such-bucket' }, scratch });
    await expect(missing.ping()).rejects.toThrow('the bucket no-such-bucket failed');
    await expect(missing.find('a1')).rejects.toThrow('the bucket no-such-bucket failed');
    await missing.close();
    const unreachable = await openS3({ address: { ...address, endpoint: 'http://127.0.0.1:1' }, scratch });
    await expect(unreachable.read('a1')).rejects.toMatchObject({ name: 'StoreFailing' });
    await unreachable.close();
  });
});

describe.skipIf(reason)('S3 and a machine with a wrong clock', () => {
  test.each([400, -400])("signs URLs for visitors by the store's clock, with a clock %i days ahead", async (days) => {
    await using opened = await openEmpty();
    await opened.storage.putPart('a1', 0, Readable.from([Buffer.from('bytes')]));
    await opened.storage.joinParts('a1', 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1000 });
    try {
      const { address, scratch } = opened;
      const storage = await openS3({ address, scratch: `${scratch}-wrong`, redirect: { endpoint: null } });
      expect(await storage.find('a1')).not.toBeNull();
      const headers = { contentType: 'text/plain', contentDisposition: 'inline', cacheControl: 'no-store' };
      const answer = await fetch((await storage.addressFor('a1', headers)) ?? '');
      expect([answer.status, await answer.text()]).toEqual([200, 'bytes']);
      await storage.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe.skipIf(reason)('opening S3', () => {
  test.each<[string, Partial<S3Address>, Record<string, string>, RegExp]>([
    ['no bucket', { bucket: 'no-such-bucket' }, {}, /^setting STORAGE_URL: the store has no bucket "no-such-bucket"; /],
    [
      'an unknown key',
      {},
      { AWS_ACCESS_KEY_ID: 'nobody' },
      /^setting AWS_ACCESS_KEY_ID: the store does not know this key; /,
    ],
    [
      'a wrong secret',
      {},
      { AWS_SECRET_ACCESS_KEY: 'our secret' },
      /^setting AWS_SECRET_ACCESS_KEY: it does not belong/,
    ],
    [
      'nothing that answers',
      { endpoint: 'http://127.0.0.1:1' },
      {},
      /^setting STORAGE_URL: the store http:\/\/127\.0\.0\.1:1 does not respond correctly \(connect ECONNREFUSED/,
    ],
  ])('refuses a start with %s in one line that names the setting', async (_what, wrong, credentials, said) => {
    await using opened = await openEmpty();
    for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
    const storage = await openS3({ address: { ...opened.address, ...wrong }, scratch: opened.scratch });
    const { message } = (await storage.claim('one').catch((error: unknown) => error)) as Error;
    vi.unstubAllEnvs();
    await storage.close();
    expect(message).toMatch(said);
    expect(message).not.toMatch(/\n|our secret/);
  });
});

function describeSlowReading(): void {
  test('a slow client delays no other client, and gets the rest of its file however long it takes', async () => {
    await using opened = await openEmpty();
    const { storage, address } = opened;
    const bytes = randomBytes(3 * 1024 * 1024);
    await storage.putPart('a1', 0, Readable.from([bytes]));
    await storage.joinParts('a1', 1);
    const silenceMs = 200;
    const bucket = openBucket(address, { silenceMs });
    const slow = await Promise.all(Array.from({ length: 100 }, () => bucket.get(`${address.prefix}files/a1`)));
    const [first] = slow.map((each) => each?.body as IncomingMessage);
    // Nobody reads, and the connection reports several times that nothing arrives.
    const { socket } = first as IncomingMessage;
    for (let times = 0; times < 3; times += 1) await once(socket, 'timeout');
    expect(Buffer.concat((await first?.toArray()) ?? []).equals(bytes)).toBe(true);
    for (const each of slow) each?.body.destroy();
    bucket.close();
  });

  test('fails the read of a file if the store stops sending', async () => {
    await using opened = await openEmpty();
    const { storage, address } = opened;
    await storage.putPart('a1', 0, Readable.from([randomBytes(3 * 1024 * 1024)]));
    await storage.joinParts('a1', 1);
    await using line = await openUnreliableLine(server.endpoint);
    const bucket = openBucket({ ...address, endpoint: line.url }, { silenceMs: 200 });
    const found = await bucket.get(`${address.prefix}files/a1`);
    line.enter('hang');
    await expect(found?.body.toArray()).rejects.toMatchObject({
      name: 'StoreFailing',
      cause: { message: 'nothing arrived for 200 ms' },
    });
    bucket.close();
  });
}

async function openEmpty() {
  const scratch = await mkdtemp(path.join(tmpdir(), 'examshelf-scratch-'));
  const address = readS3Address(server.newUrl()) as S3Address;
  const storage = await openS3({ address, scratch });
  return {
    storage,
    scratch,
    address,
    async [Symbol.asyncDispose]() {
      await storage.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
