import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { createDiskRoom } from '#server/machinery/faults/disk-room.ts';
import { createFaultWatch } from '#server/machinery/faults/fault-watch.ts';
import { createReadiness } from './readiness.ts';

const pageBytes = 4096;
/** For a busy machine. */
const patienceMs = 30_000;
const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!hasLimits)(
  'asks a reader to retry later while there are no file handles, and serves the file once there are',
  async () => {
    const lines: { fault?: string; msg: string }[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
    await using server = await openTestServer({ log });
    const librarian = await openLibrarian(server.url);
    await librarian.upload('a.pdf', makePdf([['one']]), 'a');
    const download = api.fileDownload(ids, 'a');
    // Right before, so that the next request finds its connection open: there is no handle for another one.
    await (await librarian.send('GET', '/healthz')).arrayBuffer();
    {
      using handles = takeAllHandles();
      // A thread or a file that is just closed frees handles again, so they are taken before each attempt.
      const refusedAt = async (address: string) => {
        handles.takeFreed();
        const response = await librarian.send('GET', address);
        const body = response.status === 503 ? ((await response.json()) as object) : await response.arrayBuffer();
        return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
      };
      await expect
        .poll(() => refusedAt(download), { timeout: patienceMs })
        .toMatchObject({
          status: 503,
          retryAfter: '5',
          body: {
            type: 'general_service_unavailable',
            message: expect.stringContaining('too many files and connections open'),
          },
        });
      await expect
        .poll(() => refusedAt('/readyz'), { timeout: patienceMs })
        .toMatchObject({ status: 503, body: { storage: 'no-file-handles' } });
    }
    const answer = await librarian.send('GET', download);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    await expect.poll(async () => (await librarian.send('GET', '/readyz')).status, { timeout: patienceMs }).toBe(200);
    const messages = lines.filter(({ fault }) => fault).map(({ msg }) => msg);
    // More than two only if freed handles ended the fault in between.
    expect([messages[0], messages.at(-1)]).toEqual([
      expect.stringContaining('no more files or connections can be opened: raise the limit (LimitNOFILE= of systemd'),
      'over: it works again',
    ]);
  },
);

test('reports a damaged page of the database once, clearly, while everything else can be read', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-damage-'));
  try {
    const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };
    {
      await using server = await openTestServer({ dataDir });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('a.pdf', makePdf([['one']]), 'a');
      await librarian.publish('paper', { ...place, title: 'One', fileId: 'a' }, 'one');
    }
    const lines: { level: number; fault?: string; msg: string }[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { level: number; msg: string }) });
    await using server = await openTestServer({ dataDir, log });
    await damageTable(path.join(dataDir, 'examshelf.sqlite'), 'materials');
    const list = `${api.documents(ids, 'papers')}?project=examshelf`;
    for (let count = 0; count < 3; count += 1) {
      const refused = await fetch(`${server.url}${list}`);
      expect([refused.status, await refused.json()]).toMatchObject([503, { type: 'general_service_unavailable' }]);
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(
      (await fetch(`${server.url}${api.account()}`, { headers: { 'x-appwrite-project': 'examshelf' } })).status,
    ).toBe(401);
    await openLibrarian(server.url);
    const readiness = await fetch(`${server.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { faults: ['database-damaged'] }]);
    expect(lines.filter(({ fault }) => fault)).toMatchObject([
      { level: 50, fault: 'database-damaged', msg: expect.stringContaining('put back the latest backup') },
    ]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('reports a damaged page that a search in another thread finds like any other', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-damage-'));
  try {
    const lines: { level: number; fault?: string; msg: string }[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { level: number; msg: string }) });
    const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2080 };
    {
      await using server = await openTestServer({ dataDir });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('a.pdf', makePdf([['one']]), 'a');
      await librarian.publish('paper', { ...place, title: 'One', fileId: 'a' }, 'one');
    }
    await using server = await openTestServer({ dataDir, log });
    await damageTable(path.join(dataDir, 'examshelf.sqlite'), 'materials');
    const search = JSON.stringify({ method: 'search', attribute: 'title', values: ['One'] });
    const refused = await fetch(
      `${server.url}${api.documents(ids, 'papers')}?project=examshelf&queries[]=${encodeURIComponent(search)}`,
    );
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      503,
      '300',
      { type: 'general_service_unavailable' },
    ]);
    const readiness = await fetch(`${server.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { faults: ['database-damaged'] }]);
    expect(lines.filter(({ fault }) => fault)).toMatchObject([{ level: 50, fault: 'database-damaged' }]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('reports a hanging disk as slow, with one waiting check for any number of requests', async () => {
  const log = pino({ level: 'silent' });
  const faults = createFaultWatch({ log });
  const room = createDiskRoom({ directory: '/', reserveBytes: 0, faults, measure: async () => 1 });
  const hanging = Promise.withResolvers<void>();
  let tries = 0;
  const readiness = createReadiness({
    database: {
      ping: async () => undefined,
      pingWriting() {
        tries += 1;
        return hanging.promise;
      },
    },
    storage: { ping: async () => undefined, tryRoom: async () => undefined },
    room,
    faults,
    maxWaitMs: 1,
    keptMs: 0,
  });
  for (let count = 0; count < 3; count += 1) {
    const reports = await Promise.all(Array.from({ length: 20 }, () => readiness.check()));
    expect(reports[19]).toEqual({
      isReady: false,
      checks: { database: 'ok', writing: 'slow', storage: 'ok', disk: 'ok' },
      faults: [],
    });
  }
  expect(tries).toBe(1);
  hanging.resolve();
  await expect.poll(async () => (await readiness.check()).isReady).toBe(true);
  faults.close();
});

test('logs a fault when it begins and when it is over, not with every request', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const faults = createFaultWatch({ log });
  let isOver = false;
  faults.watch('disk-failing', () => (isOver ? Promise.resolve() : Promise.reject(new Error('still'))));
  const failure = Object.assign(new Error('read'), { code: 'EIO' });
  for (let count = 0; count < 5; count += 1) expect(faults.note(failure)).toBe('disk-failing');
  expect(faults.note(new Error('another', { cause: failure }))).toBe('disk-failing');
  expect(faults.note(new Error('a bug'))).toBeNull();
  await faults.recheck();
  expect([faults.current(), lines.length]).toEqual([['disk-failing'], 1]);
  isOver = true;
  await faults.recheck();
  await faults.recheck();
  expect([faults.current(), lines[1], lines.length]).toEqual([[], 'over: it works again', 2]);
  faults.close();
});

/** Number of spare handles: more than are needed to start a program. */
const spareHandles = 32;

/** Prevents this process from opening any more files until it is disposed of. */
function takeAllHandles(): Disposable & { takeFreed(): void } {
  const set = (limit: string) => {
    const { status, error } = spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${limit}`]);
    if (status !== 0) throw new Error(`the limit of open files could not be set to ${limit}`, { cause: error });
  };
  const before = spawnSync('prlimit', ['--pid', String(process.pid), '--nofile', '--noheadings', '--output=SOFT'], {
    encoding: 'utf8',
  }).stdout.trim();
  // The system counts by the highest number, so every gap below it is filled first.
  const numbers = readdirSync('/proc/self/fd').map(Number);
  const highest = Math.max(...numbers);
  const fillers = Array.from({ length: highest + spareHandles - numbers.length }, () => openSync('/dev/null', 'r'));
  set(`${Math.max(highest, ...fillers) + 1}:`);
  return {
    takeFreed() {
      try {
        for (;;) fillers.push(openSync('/dev/null', 'r'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
      }
    },
    [Symbol.dispose]() {
      // Setting the limit starts a program, which needs handles itself.
      for (const filler of fillers) closeSync(filler);
      set(`${before}:`);
    },
  };
}

/** Overwrites the pages of the file that contain a table's rows. */
async function damageTable(file: string, table: string): Promise<void> {
  const pages: number[] = [];
  {
    using database = new DatabaseSync(file, { readOnly: true });
    const roots = database.prepare('select rootpage from sqlite_schema where tbl_name = ? and rootpage > 0').all(table);
    for (const { rootpage } of roots) pages.push(Number(rootpage));
  }
  await using handle = await open(file, 'r+');
  for (const page of pages) await handle.write(Buffer.alloc(pageBytes, 'Z'), 0, pageBytes, (page - 1) * pageBytes);
}
