import { fileSource, readSource, writeSource } from './fault-kinds.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SqliteOptions } from '#server/engines/database/sqlite/sqlite.ts';
import { describeStatement, type StatementVerdict } from '#test/support/failing-statements.ts';
import type { Stage } from './fail-calls.ts';
import { findMemory } from './fault-folder.ts';
import { openFaultyLibrary, type FaultyLibrary } from './faulty-library.ts';
import { addressOf, createLibraryRequests } from './library-requests.ts';

/** A small HTML paper that differs from every other. */
export const paper = (id: string) => Buffer.from(`<!doctype html><title>${id}</title><h1>Paper ${id}</h1>`);

/** A library with everything but its sockets, in which calls can be made to fail. */
export type LibraryStage = Awaited<ReturnType<typeof openLibraryStage>>;

/** Opens a library with one file, `kept`, that no deed may touch. */
export async function openLibraryStage(options: Pick<SqliteOptions, 'writerLimits' | 'reads'> = {}) {
  const folder = await mkdtemp(path.join(await findMemory(), 'examshelf-faults-'));
  let judgeWrite: (sql: string) => StatementVerdict = () => null;
  const library = await openFaultyLibrary(folder, (sql) => judgeWrite(sql), options);
  const { url, database, storage, services, app } = library;
  const requests = createLibraryRequests(app);
  const bytesOf = (id: string) => digestOfStored(storage, id);

  async function verifyFile(id: string, bytes: Buffer): Promise<void> {
    const file = await database.files.find(id);
    assert.equal(file?.isFinished, true, `${id} is not finished`);
    assert.equal(file?.sha256, digest(bytes));
    assert.equal(await bytesOf(id), digest(bytes));
  }

  await expectDone(requests.signIn());
  await expectDone(requests.upload('kept', paper('kept')));

  return {
    ...requests,
    folder,
    url,
    database,
    storage,
    services,
    app,
    bytesOf,
    verifyFile,
    sources: [
      fileSource(path.join(folder, 'files')),
      writeSource((judge) => (judgeWrite = (sql) => judge(describeStatement(sql)))),
      readSource(),
    ],
    verifyKept: () => verifyFile('kept', paper('kept')),
    askAsOther: () => requestAsVisitor(url),
    async verifyAll() {
      await sweepTwice(library);
      await verifyBytesAndRecords(library, await listFiles(requests));
      assert.deepEqual(await readdir(path.join(folder, 'files', 'parts')), []);
      assert.deepEqual(await readdir(path.join(folder, 'files', 'temp')), []);
      assert.equal((await database.files.listRemoved(10)).length, 0, 'notes of removed files are left');
    },
    async [Symbol.asyncDispose]() {
      await library.close();
      await rm(folder, { recursive: true, force: true });
    },
  } satisfies Omit<Stage, 'deeds'> & Record<string, unknown>;
}

const allOfThem = new URLSearchParams([['queries[]', JSON.stringify({ method: 'limit', values: [5000] })]]).toString();

/** Throws unless a visitor gets a response; called while a call hangs. */
async function requestAsVisitor(url: string): Promise<void> {
  const headers = { 'x-appwrite-project': 'examshelf' };
  // The page twice: rendered, and from the cache.
  for (const address of [
    '/',
    '/',
    '/healthz',
    addressOf.papers,
    `${addressOf.file('kept')}/download?project=examshelf`,
  ]) {
    const answer = await fetch(`${url}${address}`, { headers });
    assert.equal(answer.status, 200, `${address} answered ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (address.includes('/kept/')) assert.equal(digest(bytes), digest(paper('kept')));
  }
}
/** Sweeps twice: the first deletes what an interrupted upload has stored, the second the leftovers of that. */
async function sweepTwice({ database, services }: FaultyLibrary): Promise<void> {
  const untouchedSince = await database.livedTime.add(1);
  for (const _ of ['first', 'second']) await services.files.sweep({ untouchedSince });
}

async function listFiles({ call }: ReturnType<typeof createLibraryRequests>): Promise<string[]> {
  const answer = await call('GET', `${addressOf.files}?${allOfThem}`);
  const { files } = (await answer.json()) as { files: { $id: string }[] };
  return files.map(({ $id }) => $id);
}

/** Throws unless every stored file has the bytes of its record, and every listed file is stored. */
async function verifyBytesAndRecords({ database, storage }: FaultyLibrary, listed: readonly string[]): Promise<void> {
  const stored = new Set<string>();
  for await (const { fileId } of storage.list()) {
    stored.add(fileId);
    const record = await database.files.find(fileId);
    assert.equal(await digestOfStored(storage, fileId), record?.sha256, `${fileId} has bytes and no record`);
  }
  for (const id of listed) assert.ok(stored.has(id), `${id} has a record and no bytes`);
  assert.ok(stored.has('kept'));
}
/** SHA-256 of the bytes in the storage; null when there are none. */
async function digestOfStored(storage: FaultyLibrary['storage'], id: string): Promise<string | null> {
  const hash = createHash('sha256');
  const range = { start: 0, end: Number.MAX_SAFE_INTEGER };
  const isThere = await storage.pour(id, range, async (piece) => void hash.update(piece));
  return isThere ? hash.digest('hex') : null;
}

export async function expectDone(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
