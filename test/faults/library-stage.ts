import { fileSource, readSource, writeSource } from './fault-kinds.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { readCatalogue } from '#server/operator-files/catalogue-file.ts';
import { readConfig } from '#server/config.ts';
import { openSqlite, type SqliteOptions } from '#server/database/sqlite.ts';
import type { WriterThread } from '#server/database/writer/writer-thread.ts';
import { createDiskRoom } from '#server/faults/disk-room.ts';
import { createFaultWatch } from '#server/faults/fault-watch.ts';
import { createHttpApp } from '#server/http/server.ts';
import { createPages } from '#server/http/pages/pages.ts';
import { createServices } from '#server/services.ts';
import { readSite } from '#server/operator-files/site.ts';
import { openDisk } from '#server/storage/disk.ts';
import { createErrorLog } from '#server/telemetry/error-log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { describeStatement, statementError, type StatementVerdict } from '#test/support/failing-statements.ts';
import { administrator } from '#test/support/server.ts';
import type { Stage } from './fail-calls.ts';

const filesAddress = '/v1/storage/buckets/files/files';
const papersAddress = '/v1/databases/library/collections/papers/documents';

/** A small HTML paper that nothing else is like. */
export const paper = (id: string) => Buffer.from(`<!doctype html><title>${id}</title><h1>Paper ${id}</h1>`);

/** A library with everything but its sockets, in which calls can be made to fail. */
export type LibraryStage = Awaited<ReturnType<typeof openLibraryStage>>;

/** Opens a library with one file, `kept`, that no deed may touch. */
export async function openLibraryStage(options: Pick<SqliteOptions, 'writerLimits' | 'reads'> = {}) {
  const folder = await mkdtemp(path.join(await findMemory(), 'examshelf-faults-'));
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    DISK_RESERVE_MB: '1',
  });
  let judgeWrite: (sql: string) => StatementVerdict = () => null;
  const log = pino({ level: 'silent' });
  const faults = createFaultWatch({ log });
  const room = createDiskRoom({ directory: folder, reserveBytes: config.diskReserveBytes, faults });
  const database = await openSqlite({
    dataDir: folder,
    publicUrl: config.publicUrl,
    ids: config.ids,
    ...options,
    wrapWriter: (thread) => failingWriter(thread, (sql) => judgeWrite(sql)),
  });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const { site, pages: contentPages } = await readSite({ config });
  const catalogue = await readCatalogue(config.catalogue);
  const resources = { database, storage, room, faults, close: async () => undefined };
  const telemetry = { metrics: createMetrics(), errors: createErrorLog() };
  const services = createServices({ config, resources, catalogue, site, pages: contentPages, log, telemetry });
  await services.accounts.prepareAdministrator({
    email: config.adminEmail,
    password: config.adminPassword,
    name: 'Administrator',
  });
  const pages = createPages({
    renderer: {
      fetch: () => new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } }),
    },
    shelf: services.shelf,
    changes: services.changes,
    publicUrl: config.publicUrl,
    maxBytes: 1024 * 1024,
    log,
  });
  const app = createHttpApp({ config, services, pages, accent: null, log });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  // Files are sent past the app, straight to a socket, and so are cached pages.
  const server = createServer((request, response) => {
    if (!pages.answerKept(request, response)) void listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function call(method: string, address: string, json?: object): Promise<Response> {
    return app.request(address, {
      method,
      headers: {
        'x-appwrite-project': 'examshelf',
        cookie,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
  }

  async function upload(id: string, bytes: Buffer, range?: { first: number; total: number }, name = 'paper.html') {
    const form = new FormData();
    form.set('fileId', id);
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const request = new Request('http://library.test', { method: 'POST', body: form });
    const headers: Record<string, string> = {
      'x-appwrite-project': 'examshelf',
      cookie,
      'content-type': request.headers.get('content-type') ?? '',
    };
    if (range) headers['content-range'] = `bytes ${range.first}-${range.first + bytes.length - 1}/${range.total}`;
    if (range && range.first > 0) headers['x-appwrite-id'] = id;
    return app.request(filesAddress, { method: 'POST', headers, body: await request.arrayBuffer() });
  }

  async function signIn(): Promise<Response> {
    const answer = await app.request('/v1/account/sessions/email', {
      method: 'POST',
      headers: { 'x-appwrite-project': 'examshelf', 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    // An account has a limited number of sessions: the oldest end when many are begun.
    if (answer.ok) cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return answer;
  }

  async function bytesOf(id: string): Promise<string | null> {
    const hash = createHash('sha256');
    const range = { start: 0, end: Number.MAX_SAFE_INTEGER };
    const isThere = await storage.pour(id, range, async (piece) => void hash.update(piece));
    return isThere ? hash.digest('hex') : null;
  }

  async function verifyFile(id: string, bytes: Buffer): Promise<void> {
    const file = await database.files.find(id);
    assert.equal(file?.isFinished, true, `${id} is not finished`);
    assert.equal(file?.sha256, digest(bytes));
    assert.equal(await bytesOf(id), digest(bytes));
  }

  let cookie = '';
  await expectDone(signIn());
  await expectDone(upload('kept', paper('kept')));

  return {
    folder,
    url,
    database,
    storage,
    services,
    app,
    call,
    upload,
    signIn,
    bytesOf,
    verifyFile,
    publish: (id: string, fileId = id) =>
      call('POST', papersAddress, {
        documentId: id,
        data: {
          subject: 'C Programming',
          facultyId: 'csit',
          semesterId: '1',
          title: `Paper ${id}`,
          year: 2080,
          downloadUrl: urlOf(fileId),
        },
      }),
    sources: [
      fileSource(path.join(folder, 'files')),
      writeSource((judge) => (judgeWrite = (sql) => judge(describeStatement(sql)))),
      readSource(),
    ],
    verifyKept: () => verifyFile('kept', paper('kept')),
    async askAsOther() {
      const headers = { 'x-appwrite-project': 'examshelf' };
      // The page twice: rendered, and from the cache.
      for (const address of ['/', '/', '/healthz', papersAddress, `${filesAddress}/kept/download?project=examshelf`]) {
        const answer = await fetch(`${url}${address}`, { headers });
        assert.equal(answer.status, 200, `${address} answered ${answer.status}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (address.includes('/kept/')) assert.equal(digest(bytes), digest(paper('kept')));
      }
    },
    async verifyAll() {
      const untouchedSince = await database.livedTime.add(1);
      // Twice: the first drops what an interrupted upload holds, and what it leaves goes with the second.
      for (const _ of ['first', 'second']) await services.files.sweep({ untouchedSince });
      const stored = new Set<string>();
      for await (const { fileId } of storage.list()) {
        stored.add(fileId);
        const record = await database.files.find(fileId);
        assert.equal(await bytesOf(fileId), record?.sha256, `${fileId} has bytes and no record of them`);
      }
      const { files } = (await (await call('GET', `${filesAddress}?${allOfThem}`)).json()) as {
        files: { $id: string }[];
      };
      for (const { $id } of files) assert.ok(stored.has($id), `${$id} has a record and no bytes`);
      assert.ok(stored.has('kept'));
      assert.deepEqual(await readdir(path.join(folder, 'files', 'parts')), []);
      assert.deepEqual(await readdir(path.join(folder, 'files', 'temp')), []);
      assert.equal((await database.files.listRemoved(10)).length, 0, 'notes of removed files are left');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await Promise.all([services.pictures.close(), services.reading.close()]);
      faults.close();
      await storage.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  } satisfies Omit<Stage, 'deeds'> & Record<string, unknown>;
}

const allOfThem = new URLSearchParams([['queries[]', JSON.stringify({ method: 'limit', values: [5000] })]]).toString();

export const addressOf = {
  file: (id: string) => `${filesAddress}/${id}`,
  paper: (id: string) => `${papersAddress}/${id}`,
  search: (word: string) => `${papersAddress}?${searchQuery(word)}`,
};

const searchQuery = (word: string) =>
  new URLSearchParams([
    ['queries[]', JSON.stringify({ method: 'search', attribute: 'title', values: [word] })],
  ]).toString();

export const urlOf = (fileId: string) => `${filesAddress}/${fileId}/preview`;

/** Fails as SQLite does: a full disk and an input/output error end the transaction as well. */
function failingWriter(thread: WriterThread, judge: (sql: string) => StatementVerdict): WriterThread {
  return {
    async run(request) {
      const verdict = judge(request.sql);
      if (verdict === null) return thread.run(request);
      if ('until' in verdict) {
        await verdict.until;
        return thread.run(request);
      }
      if (verdict.isDone) await thread.run(request);
      else if (verdict.errcode !== 5) await thread.run({ sql: 'rollback', parameters: [], isFirst: false });
      throw statementError(verdict.errcode);
    },
    close: () => thread.close(),
  };
}

/** In memory where that is possible: nothing here depends on what survives a power cut, and every write is synced. */
export async function findMemory(): Promise<string> {
  const memory = '/dev/shm';
  const hasRoom = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize > 48 * 1024 * 1024,
    () => false,
  );
  return hasRoom ? memory : tmpdir();
}

export async function expectDone(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
