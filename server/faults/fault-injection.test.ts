import { chunkBytes } from '#domain/chunk.ts';
import { judgeFiles, type Verdict } from '#test/support/failing-files.ts';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '#server/operator-files/catalogue-file.ts';
import { readConfig } from '#server/config.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import type { WriterThread } from '#server/database/writer/writer-thread.ts';
import { createContractRoutes } from '#server/http/api/contract-routes.ts';
import { createServices } from '#server/services.ts';
import { readSite } from '#server/operator-files/site.ts';
import { createErrorLog } from '#server/telemetry/error-log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { openDisk } from '#server/storage/disk.ts';
import { administrator } from '#test/support/server.ts';
import { createDiskRoom } from './disk-room.ts';
import { createFaultWatch } from './fault-watch.ts';

/**
 * Every call to the file system and every statement that writes fails once, in each of these ways, in each thing an
 * administrator does. Nothing that was acknowledged may be lost, what failed must say why and work when it is repeated,
 * and after the sweep records and bytes must agree.
 */

const files = '/storage/buckets/files/files';
const papers = '/databases/library/collections/papers/documents';
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };

type Judge = (call: string) => Verdict;
let judgeStatement: Judge = () => null;
let world: Awaited<ReturnType<typeof openWorld>>;
let lastId = 0;
const newId = () => `id-${(lastId += 1)}`;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

/** Something an administrator does: `prepare` is done undisturbed, `act` may be repeated. */
type Deed = {
  name: string;
  prepare: (id: string) => Promise<void>;
  act: (id: string) => Promise<Response>;
  /** Throws unless it is as it must be once `act` was acknowledged. */
  verify: (id: string) => Promise<void>;
  /** Statuses of a repetition that mean that the first time had done it after all. */
  doneAlready: readonly number[];
  /** Takes away what would fill the folder. */
  tidy?: (id: string) => Promise<unknown>;
};

const paper = (id: string) => Buffer.from(`<!doctype html><title>${id}</title><h1>Paper ${id}</h1>`);
const large = Buffer.concat([paper('large'), Buffer.alloc(chunkBytes, 'x')]);
const nothing = async () => undefined;

async function verifyFile(id: string, bytes: Buffer): Promise<void> {
  const file = await world.services.database.files.find(id);
  expect(file).toMatchObject({ isFinished: true, sha256: digest(bytes) });
  expect(await bytesOf(id)).toBe(digest(bytes));
}

const deeds: Deed[] = [
  {
    name: 'uploading a file in one request',
    prepare: nothing,
    act: (id) => upload(id, paper(id)),
    verify: (id) => verifyFile(id, paper(id)),
    doneAlready: [409],
  },
  {
    name: 'uploading a file in chunks',
    prepare: nothing,
    async act(id) {
      const first = await upload(id, large.subarray(0, chunkBytes), { first: 0, total: large.length });
      if (!first.ok) return first;
      return upload(id, large.subarray(chunkBytes), { first: chunkBytes, total: large.length });
    },
    verify: (id) => verifyFile(id, large),
    doneAlready: [409],
    tidy: (id) => expectDone(call('DELETE', `${files}/${id}`, {})),
  },
  {
    name: 'publishing',
    prepare: async (id) => void (await expectDone(upload(id, paper(id)))),
    act: (id) => publish(id),
    verify: async (id) => expect((await call('GET', `${papers}/${id}`)).status).toBe(200),
    doneAlready: [409],
  },
  {
    name: 'deleting',
    prepare: prepareMaterial,
    act: (id) => call('DELETE', `${papers}/${id}`, {}),
    verify: async (id) => expect((await world.services.database.materials.find(id))?.deletedAt).not.toBeNull(),
    doneAlready: [404],
  },
  {
    name: 'undoing',
    async prepare(id) {
      await prepareMaterial(id);
      await expectDone(call('DELETE', `${papers}/${id}`, {}));
    },
    act: (id) => call('POST', `/materials/${id}/restore`, {}),
    verify: async (id) => expect((await call('GET', `${papers}/${id}`)).status).toBe(200),
    doneAlready: [],
  },
  {
    name: 'emptying the trash',
    async prepare(id) {
      await prepareMaterial(id);
      await expectDone(call('DELETE', `${papers}/${id}`, {}));
    },
    act: (id) => call('POST', `/materials/${id}/purge`, {}),
    async verify(id) {
      expect(await world.services.database.materials.find(id)).toBeNull();
      expect(await world.services.database.files.find(id)).toBeNull();
    },
    doneAlready: [404],
  },
  {
    name: 'removing a file that nothing uses',
    prepare: async (id) => void (await expectDone(upload(id, paper(id)))),
    act: (id) => call('DELETE', `${files}/${id}`, {}),
    verify: async (id) => expect(await world.services.database.files.find(id)).toBeNull(),
    doneAlready: [404],
  },
  {
    name: 'signing in',
    prepare: nothing,
    act: () => signIn(),
    verify: nothing,
    doneAlready: [],
  },
];

/** How a call to the file system fails, and the answers that are right then. */
const fileFaults: { name: string; verdict: Verdict; answer: string }[] = [
  { name: 'the disk is full', verdict: { code: 'ENOSPC' }, answer: 'storage_full' },
  { name: 'an input/output error', verdict: { code: 'EIO' }, answer: 'general_service_unavailable' },
  {
    name: 'an error after it was done',
    verdict: { code: 'EIO', isDone: true },
    answer: 'general_service_unavailable',
  },
  { name: 'no file handle is left', verdict: { code: 'EMFILE' }, answer: 'general_service_unavailable' },
  { name: 'a short write', verdict: 'short', answer: 'none' },
];

const statementFaults: typeof fileFaults = [
  { name: 'SQLITE_FULL', verdict: { code: '13' }, answer: 'storage_full' },
  { name: 'SQLITE_BUSY', verdict: { code: '5' }, answer: 'general_service_unavailable' },
  { name: 'SQLITE_IOERR', verdict: { code: '10' }, answer: 'general_service_unavailable' },
  {
    name: 'SQLITE_IOERR after it was done',
    verdict: { code: '10', isDone: true },
    answer: 'general_service_unavailable',
  },
];

describe.each(deeds)('$name', (deed) => {
  test.each(fileFaults)('withstands that at every call to the file system comes: $name', async (fault) => {
    const breaches = await failEverywhere(deed, fault, (judge) => judgeFiles(path.join(world.folder, 'files'), judge));
    expect(breaches).toEqual([]);
  });

  test.each(statementFaults)('withstands that at every statement that writes comes: $name', async (fault) => {
    const breaches = await failEverywhere(deed, fault, (judge) => {
      judgeStatement = judge;
      return () => {
        judgeStatement = () => null;
      };
    });
    expect(breaches).toEqual([]);
  });
});

test('after all this and a sweep, every record has its bytes and all bytes have their record', async () => {
  const { database, storage, files } = world.services;
  const untouchedSince = await database.livedTime.add(1);
  // Twice: what an upload that was interrupted holds is dropped by the first, and its strays go with the second.
  for (const _ of ['first', 'second']) await files.sweep({ untouchedSince });
  const stored: string[] = [];
  for await (const { fileId } of storage.list()) {
    stored.push(fileId);
    const record = await database.files.find(fileId);
    expect([fileId, await bytesOf(fileId)]).toEqual([fileId, record?.sha256]);
  }
  const records = await Promise.all(
    Array.from({ length: lastId }, (_, index) => database.files.find(`id-${index + 1}`)),
  );
  expect(records.filter((record) => record && !stored.includes(record.id))).toEqual([]);
  expect(stored.length).toBeGreaterThan(100);
  expect(await readdir(path.join(world.folder, 'files', 'parts'))).toEqual([]);
  expect(await world.services.readiness.check()).toMatchObject({ isReady: true });
});

/** Does the deed once for each call it makes, lets that call fail, and answers what was not as it should be. */
async function failEverywhere(
  deed: Deed,
  { verdict, answer }: (typeof fileFaults)[number],
  install: (judge: Judge) => () => void,
): Promise<string[]> {
  const calls = await listCalls(deed, install);
  const breaches: string[] = [];
  for (const index of worthFailing(calls, deed.tidy ? 1 : 2)) {
    const id = newId();
    await deed.prepare(id);
    let count = -1;
    const stop = install(() => ((count += 1) === index ? verdict : null));
    const first = await deed.act(id).finally(stop);
    if (!first.ok) {
      const { type } = (await first.json()) as { type: string };
      if (type !== answer) breaches.push(`${calls[index]}: answered ${type} instead of ${answer}`);
      const again = await deed.act(id);
      if (!again.ok && !deed.doneAlready.includes(again.status))
        breaches.push(`${calls[index]}: repeated, it answered ${again.status}`);
    }
    await deed.verify(id);
    await deed.tidy?.(id);
  }
  await verifyFile('kept', paper('kept'));
  return breaches;
}

async function listCalls(deed: Deed, install: (judge: Judge) => () => void): Promise<string[]> {
  const calls: string[] = [];
  const id = newId();
  await deed.prepare(id);
  const stop = install((call) => {
    calls.push(call);
    return null;
  });
  await expectDone(deed.act(id).finally(stop));
  await deed.tidy?.(id);
  return calls;
}

/** The first two and the last of each kind: the eightieth write of a chunk fails no differently from the third. */
function worthFailing(calls: readonly string[], firstOnes: number): number[] {
  const places = new Map<string, number[]>();
  calls.forEach((call, index) => places.set(call, [...(places.get(call) ?? []), index]));
  return [...places.values()].flatMap((all) => [...new Set([...all.slice(0, firstOnes), ...all.slice(-1)])]);
}

async function openWorld() {
  // In memory where that is possible: here nothing depends on what survives a power cut, and every write is synced.
  const memory = '/dev/shm';
  const hasMemory = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize > 48 * 1024 * 1024,
    () => false,
  );
  const folder = await mkdtemp(path.join(hasMemory ? memory : tmpdir(), 'examshelf-faults-'));
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    DISK_RESERVE_MB: '1',
  });
  const log = pino({ level: 'silent' });
  const faults = createFaultWatch({ log });
  const room = createDiskRoom({ directory: folder, reserveBytes: config.diskReserveBytes, faults });
  const database = await openSqlite({
    dataDir: folder,
    publicUrl: config.publicUrl,
    ids: config.ids,
    wrapWriter: failingWriter,
  });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const { site, pages } = await readSite({ config });
  const catalogue = await readCatalogue(config.catalogue);
  const resources = { database, storage, room, faults, close: nothing };
  const telemetry = { metrics: createMetrics(), errors: createErrorLog() };
  const services = createServices({ config, resources, catalogue, site, pages, log, telemetry });
  await services.accounts.prepareAdministrator({
    email: config.adminEmail,
    password: config.adminPassword,
    name: 'Administrator',
  });
  const app = createContractRoutes({ services, config, log });
  const opened = {
    folder,
    app,
    services: { ...services, database, storage },
    cookie: '',
    async close() {
      await Promise.all([services.pictures.close(), services.reading.close()]);
      faults.close();
      await storage.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
  world = opened;
  opened.cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  await expectDone(upload('kept', paper('kept')));
  return opened;
}

/** Fails as SQLite does: a full disk and an input/output error end the transaction as well. */
function failingWriter(thread: WriterThread): WriterThread {
  return {
    async run(request) {
      const verdict = judgeStatement(request.sql);
      if (verdict === null || verdict === 'short') return thread.run(request);
      if (verdict.isDone) await thread.run(request);
      else if (verdict.code !== '5') await thread.run({ sql: 'rollback', parameters: [], isFirst: false });
      throw Object.assign(new Error(`injected at: ${request.sql}`), {
        code: 'ERR_SQLITE_ERROR',
        errcode: Number(verdict.code),
      });
    },
    close: () => thread.close(),
  };
}

async function call(method: string, address: string, json?: object): Promise<Response> {
  return world.app.request(`/v1${address}`, {
    method,
    headers: {
      'x-appwrite-project': 'examshelf',
      cookie: world.cookie,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
}

async function upload(id: string, bytes: Buffer, range?: { first: number; total: number }): Promise<Response> {
  const form = new FormData();
  form.set('fileId', id);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'paper.html');
  const request = new Request('http://library.test', { method: 'POST', body: form });
  const headers: Record<string, string> = {
    'x-appwrite-project': 'examshelf',
    cookie: world.cookie,
    'content-type': request.headers.get('content-type') ?? '',
  };
  if (range) headers['content-range'] = `bytes ${range.first}-${range.first + bytes.length - 1}/${range.total}`;
  if (range && range.first > 0) headers['x-appwrite-id'] = id;
  return world.app.request(`/v1${files}`, { method: 'POST', headers, body: await request.arrayBuffer() });
}

const publish = (id: string) =>
  call('POST', papers, {
    documentId: id,
    data: { ...place, title: `Paper ${id}`, year: 2080, downloadUrl: `/v1${files}/${id}/preview` },
  });

async function prepareMaterial(id: string): Promise<void> {
  await expectDone(upload(id, paper(id)));
  await expectDone(publish(id));
}

async function signIn(): Promise<Response> {
  return world.app.request('/v1/account/sessions/email', {
    method: 'POST',
    headers: { 'x-appwrite-project': 'examshelf', 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
}

async function expectDone(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

async function bytesOf(id: string): Promise<string | null> {
  const hash = createHash('sha256');
  const isThere = await world.services.storage.pour(id, { start: 0, end: Number.MAX_SAFE_INTEGER }, async (piece) => {
    hash.update(piece);
  });
  return isThere ? hash.digest('hex') : null;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
