import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import {
  admin,
  chunkOf,
  digest,
  nothingSwept,
  openShelf,
  otherAdmin,
  pdfOf,
  refusal,
  whole,
} from '#test/support/file-shelf.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openNodeEngines, type NodePlaces } from '#test/support/node-engines.ts';
import { openPostgresServer, type TestDatabase } from '#test/support/postgres-server.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const reason = whyNoPostgres() ?? whyNoS3();
if (reason) process.stdout.write(`skipped: tests of uploads to several nodes, because ${reason}\n`);

let database: TestDatabase;
let store: S3Server;
const places: NodePlaces = { databaseUrl: '', storageUrl: '', holdMs: 1000 };

/** Opens a node; functions that `put` returns replace those of its store. */
function openNode(put: (storage: Storage) => Partial<Storage> = () => ({})) {
  return openShelf({
    open: async () => {
      const engines = await openNodeEngines(places);
      return { ...engines, storage: { ...engines.storage, ...put(engines.storage) } };
    },
  });
}

/** Creates a promise that the test settles. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Counts the joins of each file. */
function countJoins() {
  const joins: string[] = [];
  const put = (storage: Storage): Partial<Storage> => ({
    joinParts(fileId, count) {
      joins.push(fileId);
      return storage.joinParts(fileId, count);
    },
  });
  return { joins, put };
}

describe.skipIf(reason)('uploads to several nodes', () => {
  beforeAll(async () => {
    store = await openS3Server();
    database = await (await openPostgresServer()).make();
    Object.assign(places, { databaseUrl: database.url, storageUrl: store.newUrl() });
  }, 90_000);
  afterAll(async () => {
    await database?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
  });
  describeChunks();
  describeTrouble();
  describeSweeping();
});

function describeChunks(): void {
  test('joins chunks that arrive at different nodes exactly once, even if the last two arrive at the same time', async () => {
    const { joins, put } = countJoins();
    await using one = await openNode(put);
    await using two = await openNode(put);
    const bytes = pdfOf(4 * chunkBytes + 1000);
    await one.files.receive(admin, chunkOf('spread', bytes, 0));
    await two.files.receive(otherAdmin, chunkOf('spread', bytes, 4, true));
    const third = await one.files.receive(admin, chunkOf('spread', bytes, 2, true));
    expect([...third.file.chunksHeld].sort()).toEqual([0, 2, 4]);
    const last = await Promise.all([
      one.files.receive(admin, chunkOf('spread', bytes, 1, true)),
      two.files.receive(otherAdmin, chunkOf('spread', bytes, 3, true)),
    ]);
    const finished = last.filter(({ file }) => file.isFinished);
    expect(finished.map(({ file }) => [file.sha256, file.sizeBytes])).toEqual([[digest(bytes), bytes.length]]);
    expect(last.every(({ isNew }) => isNew)).toBe(true);
    expect([joins, one.announced.length + two.announced.length]).toEqual([['spread'], 1]);
    for (const node of [one, two]) expect(await node.bytesOf('spread')).toBe(digest(bytes));
    const parts = [];
    for await (const { fileId } of one.storage.listParts()) parts.push(fileId);
    expect(parts).toEqual([]);
  });

  test('two nodes that get the same last chunk at the same time both return the file, which is finished once', async () => {
    const { joins, put } = countJoins();
    await using one = await openNode(put);
    await using two = await openNode(put);
    const bytes = pdfOf(chunkBytes + 1000);
    await one.files.receive(admin, chunkOf('twice', bytes, 0));
    const answers = await Promise.all(
      [one, two, one, two].map((node) => node.files.receive(admin, chunkOf('twice', bytes, 1, true))),
    );
    expect(answers.map(({ file }) => [file.isFinished, file.sha256])).toEqual(
      Array.from({ length: 4 }, () => [true, digest(bytes)]),
    );
    expect([joins, one.announced.length + two.announced.length]).toEqual([['twice'], 1]);
  });

  test('starts one upload for the same first chunk sent to two nodes at the same time, and counts every chunk', async () => {
    await using one = await openNode();
    await using two = await openNode();
    const bytes = pdfOf(chunkBytes + 1000);
    await Promise.all([one, two].map((node) => node.files.receive(admin, chunkOf('begun', bytes, 0))));
    const last = await two.files.receive(admin, chunkOf('begun', bytes, 1, true));
    expect(last.file.sha256).toBe(digest(bytes));
    expect(await one.bytesOf('begun')).toBe(digest(bytes));
  });

  test('accepts one of two whole files sent under one id at the same time, and rejects the other', async () => {
    await using one = await openNode();
    await using two = await openNode();
    const files = [pdfOf(3000), pdfOf(4000)] as const;
    const answers = await Promise.allSettled([
      one.files.receive(admin, whole('same-id', files[0])),
      two.files.receive(admin, whole('same-id', files[1])),
    ]);
    const kept = answers.findIndex(({ status }) => status === 'fulfilled');
    const refused = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason as unknown);
    expect(refused).toEqual([expect.objectContaining({ type: 'storage_file_already_exists' })]);
    expect(await one.bytesOf('same-id')).toBe(digest(files[kept] ?? Buffer.alloc(0)));
  });
}

function describeTrouble(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'finishes a file with the next request on another node, after a node is killed while completing it',
    async () => {
      await using left = await openNode();
      const bytes = pdfOf(chunkBytes + 1000);
      await left.files.receive(admin, chunkOf('killed', bytes, 0));
      const program = fileURLToPath(new URL('../../../test/support/upload-as-node.ts', import.meta.url));
      const given = [places.databaseUrl, places.storageUrl, String(places.holdMs)];
      const child = fork(program, given, { execArgv: ['--no-warnings'] });
      await once(child, 'message');
      const { fileId, name, range } = chunkOf('killed', bytes, 1);
      child.send({ fileId, name, range, base64: bytes.subarray(chunkBytes).toString('base64') });
      await once(child, 'message');
      expect(
        await left.files
          .get(admin, 'killed')
          .then(({ isFinished }) => isFinished)
          .catch(String),
      ).toContain('another server');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const again = await left.files.receive(admin, chunkOf('killed', bytes, 1, true));
      expect(again.file).toMatchObject({ isFinished: true, sha256: digest(bytes) });
      expect(await left.bytesOf('killed')).toBe(digest(bytes));
      expect(left.announced).toHaveLength(1);
    },
  );

  test('a late node that another one has replaced destroys nothing of the finished file', async () => {
    const gate = createGate();
    const reached = createGate();
    await using late = await openNode((storage) => ({
      async joinParts(...given) {
        reached.open();
        await gate.opened;
        return storage.joinParts(...given);
      },
    }));
    await using other = await openNode();
    const bytes = pdfOf(chunkBytes + 1000);
    await late.files.receive(admin, chunkOf('late', bytes, 0));
    const slow = late.files.receive(admin, chunkOf('late', bytes, 1, true));
    await reached.opened;
    // As if the connection to the database was down: the hold expires and can't be renewed.
    if (late.database.holds) late.database.holds.take = async () => false;
    expect((await other.files.get(admin, 'late')).sha256).toBe(digest(bytes));
    gate.open();
    expect((await slow).file).toMatchObject({ isFinished: true, sha256: digest(bytes) });
    expect(await other.bytesOf('late')).toBe(digest(bytes));
    expect((await other.files.get(admin, 'late')).isFinished).toBe(true);
  });
}

function describeSweeping(): void {
  test('does not touch files in a sweep that another node receives, or that continue during the sweep', async () => {
    await using one = await openNode();
    await using two = await openNode();
    const line = new PassThrough();
    const bytes = pdfOf(300_000);
    const slow = one.files.receive(admin, { ...whole('slow', bytes), bytes: line });
    line.write(bytes.subarray(0, 200_000));
    await expect.poll(async () => (await two.database.files.find('slow'))?.isFinished).toBe(false);
    const chunks = pdfOf(chunkBytes + 1000);
    await one.files.receive(admin, chunkOf('goes-on', chunks, 0));
    const { listPending } = two.database.files;
    two.database.files.listPending = async (...given) => {
      const listed = await listPending(...given);
      await one.files.receive(admin, chunkOf('goes-on', chunks, 0, true));
      return listed;
    };
    const taken: string[] = [];
    const { holds } = two.database;
    const { take } = holds ?? {};
    if (holds && take)
      holds.take = (fileId) => {
        taken.push(fileId);
        return take(fileId);
      };
    const { uploads, strays } = await two.files.sweep({ untouchedSince: Number.MAX_SAFE_INTEGER });
    expect({ uploads, strays }).toEqual({ uploads: nothingSwept.uploads, strays: nothingSwept.strays });
    // The sweep does not wait for a slow sender.
    expect(taken).toContain('goes-on');
    expect(taken).not.toContain('slow');
    line.end(bytes.subarray(200_000));
    expect((await slow).file.sha256).toBe(digest(bytes));
    expect((await one.files.receive(admin, chunkOf('goes-on', chunks, 1, true))).file.sha256).toBe(digest(chunks));
  });

  test('sweeps an abandoned upload on one of two nodes', async () => {
    await using one = await openNode();
    await using two = await openNode();
    await one.files.receive(admin, chunkOf('abandoned', pdfOf(chunkBytes + 1000), 0));
    const swept = await Promise.all(
      [one, two].map(({ files }) => files.sweep({ untouchedSince: Number.MAX_SAFE_INTEGER })),
    );
    expect(swept.reduce((sum, { uploads }) => sum + uploads, 0)).toBeGreaterThanOrEqual(1);
    expect(await refusal(one.files.get(admin, 'abandoned'))).toBe('storage_file_not_found');
    expect(await one.bytesOf('spread')).not.toBeNull();
  });
}
