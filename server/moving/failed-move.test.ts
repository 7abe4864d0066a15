import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { openTransfer } from '#server/database/open-database.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { fillMovableLibrary, paperBytes, readMovable } from '#test/support/movable-library.ts';
import { openPostgresServer, toUrl } from '#test/support/postgres-server.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { explainMove } from './explain-move.ts';
import { moveLibrary } from './move-library.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
const noDisk = whyNoSmallDisk();
const noPostgres = whyNoPostgres();
const silent = { step: () => undefined, file: () => undefined, table: () => undefined };

/** A library that is used while it is moved to one place after another, and is opened again after each. */
let folder: string;
let old: string;
let server: TestServer;
let librarian: Librarian;
let published = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-move-'));
  old = path.join(folder, 'old');
  await mkdir(old);
  server = await openServer(old);
  librarian = await fillMovableLibrary(server);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** All under one address: harvesters are told of a library that has another one. */
const openServer = (dataDir: string, database?: { url: string }) =>
  openTestServer({ dataDir, settings: { PUBLIC_URL: 'http://library.test' }, ...(database && { database }) });

/** It goes on where it is: what is written now must be at the new place later. */
async function requireOpen(): Promise<void> {
  published += 1;
  await librarian.publish(
    'note',
    { ...place, title: `After failure ${published}`, fileId: 'note' },
    `after-${published}`,
  );
}

/** The same answers, and the same bytes. */
async function requireSame(dataDir: string, database?: { url: string }): Promise<void> {
  const before = await readMovable(server.url, librarian);
  await using moved = await openServer(dataDir, database);
  expect(await readMovable(moved.url, librarian)).toEqual(before);
  const file = await fetch(`${moved.url}${api.fileDownload(ids, 'paper')}`);
  expect(digest(Buffer.from(await file.arrayBuffer()))).toBe(digest(paperBytes));
}

async function command(words: string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], DATA_DIR: old, NODE_NO_WARNINGS: '1', ...settings };
  const running = promisify(execFile)(process.execPath, ['scripts/move.ts', ...words], { env });
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, failed: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout,
      failed: error.stderr,
    }),
  );
}

const oneLine = (words: string) => expect.stringMatching(new RegExp(`^move: [^\\n]*${words}[^\\n]*\\n$`));

test.skipIf(noDisk || isOnlyInSweep('faults'))(
  'a disk that is full at the new place, at the files or at the records, leaves the library open, and with room the move goes on',
  async () => {
    await using disk = await openSmallDisk(24);
    const target = path.join(disk.path, 'data');
    const words = ['--to-database', 'sqlite', '--to-data-dir', target];
    await mkdir(target);
    disk.fill();
    expect(await command(words)).toMatchObject({ code: 1, failed: oneLine('the disk of .* is full. Make room on it') });
    await requireOpen();

    const from = { dataDir: old, database: null, store: null };
    for (const full of ['the files, while', 'the records']) {
      disk.empty();
      const step = (words: string) => {
        if (words.startsWith(full)) disk.fill();
      };
      const options = { events: { ...silent, step }, signal: new AbortController().signal };
      const failure = await moveLibrary(from, { ...from, dataDir: target }, options).then(() => null, explainMove);
      expect(failure).toMatchObject({
        message: expect.stringMatching(/^a disk is full; make room on it, then run the same/),
      });
      await requireOpen();
    }

    disk.empty();
    const done = await command(words);
    expect([done.code, done.failed]).toEqual([0, '']);
    // The files had arrived with the attempt before.
    expect(done.said).toMatch(/ 0 of them copied now, each compared by its SHA-256/);
    await requireSame(target);
    expect(await command(['--reopen'])).toMatchObject({ code: 0 });
  },
);

describe.skipIf(noPostgres)('a line to PostgreSQL that is cut', () => {
  test.skipIf(isOnlyInSweep('faults'))(
    'in the middle of the records leaves the library open, and the next move goes on, there and back',
    async () => {
      await using database = await (await openPostgresServer()).make({ isEmpty: true });
      const { host, port } = database.address;
      await using line = await openUnreliableLine(`http://${host}:${port}`);
      const through = toUrl({ ...database.address, host: '127.0.0.1', port: Number(new URL(line.url).port) });
      const target = path.join(folder, 'middle');
      const words = ['--to-database', through, '--to-data-dir', target];
      {
        // As earlier releases wrote it on SQLite; what is signed in or uploaded in PostgreSQL reads it.
        await using records = await openTransfer({ dataDir: old, address: null, isNew: false });
        await records.setSetting('lived-ms', '3600000.0');
      }
      line.watch = cutOnceAt('insert into materials');
      const cut = await command(words);
      expect(cut).toMatchObject({
        code: 1,
        failed: oneLine('the PostgreSQL server failed .* then run the same command'),
      });
      expect(cut.said).toContain('closed for writing');
      await requireOpen();

      const done = await command(words);
      expect([done.code, done.failed]).toEqual([0, '']);
      expect(done.said).toMatch(/removed_files: 1 row there already.* 0 of them copied now/s);
      await requireSame(target, database);

      // Back from there, reading through the line.
      const last = path.join(folder, 'last');
      const settings = { DATA_DIR: target, DATABASE_URL: through };
      const back = ['--to-database', 'sqlite', '--to-storage', 'disk', '--to-data-dir', last];
      line.watch = cutOnceAt('from trail where true order by');
      const cutBack = await command(back, settings);
      expect(cutBack).toMatchObject({
        code: 1,
        failed: oneLine('the PostgreSQL server failed .* then run the same command'),
      });
      {
        await using there = await openServer(target, database);
        await (
          await openLibrarian(there.url)
        ).publish('note', { ...place, title: 'Open there', fileId: 'note' }, 'open-there');
      }
      expect(cutBack.said).toContain('closed for writing');
      const doneBack = await command(back, settings);
      expect([doneBack.code, doneBack.failed]).toEqual([0, '']);
      await using there = await openServer(last);
      expect((await there.resources.database.materials.find('open-there'))?.title).toBe('Open there');
      expect(await command(['--reopen'])).toMatchObject({ code: 0 });
    },
  );
});

/** Only the first time, so that what follows on a new line passes. */
function cutOnceAt(words: string): (sent: string) => boolean {
  let isOver = false;
  return (sent) => {
    if (isOver || !sent.includes(words)) return false;
    isOver = true;
    return true;
  };
}
