import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openTestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { casesOf } from '#test/support/sweeps.ts';

/**
 * Tests failures while a backup is restored into PostgreSQL: nothing of it remains, and the same command succeeds
 * afterwards.
 */
const missing = whyNoPostgres();
/** Time limits: enough for a statement on a busy machine. */
const patience = { answerMs: 1500, checkMs: 100, longestMs: 600_000 };
const phrase = 'one of those that are long enough';

let folder: string;
let source: string;
let restored = 0;

beforeAll(async () => {
  if (missing) return;
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-failing-'));
  source = path.join(folder, 'backup.tar');
  const dataDir = path.join(folder, 'old');
  await mkdir(dataDir);
  await using server = await openTestServer({ dataDir });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('note.pdf', makePdf([['Pointers']]), 'note');
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
  await librarian.publish('note', { ...place, title: 'Pointers', fileId: 'note' }, 'one');
  await makeBackup({ dataDir, target: source, passphrase: null });
  await makeBackup({ dataDir, target: path.join(folder, 'locked'), passphrase: phrase, workFactor: 4 });
});
afterAll(async () => {
  if (missing) return;
  await rm(folder, { recursive: true, force: true });
});

/** Opens an empty database behind a connection that the test can cut, and a job that restores into it. */
async function openEmpty() {
  const database = await (await openPostgresServer()).make();
  const { host, port } = database.address;
  const line = await openUnreliableLine(`http://${host}:${port}`);
  const through = { ...database.address, port: Number(new URL(line.url).port) };
  return {
    line,
    newJob: (dataDir = path.join(folder, `new-${(restored += 1)}`)) => ({
      source,
      dataDir,
      passphrase: null,
      database: through,
      patience,
    }),
    async countRows(): Promise<unknown> {
      const [row] = await runOn(
        database.address,
        `select (select count(*)::int from materials) as materials, (select count(*)::int from files) as files,
          (select count(*)::int from settings) as settings`,
      );
      return row;
    },
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
const nothing = { materials: 0, files: 0, settings: 0 };

/** Lists remaining files and work folders of a restoration. */
async function listLeft(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return names.filter((each) => each.isFile() && each.name !== 'server.lock').map(({ name }) => name);
}

/** Faults of the connection, each with words of the statement that does not arrive at the server. */
const moments = [
  ['is cut', 'insert into materials'],
  ['hangs', 'insert into materials'],
  // A statement that may take long.
  ['hangs', 'analyze'],
  // Reading a table back.
  ['hangs', 'fetch 1000'],
] as const;

describe.skipIf(missing)('restoring into PostgreSQL', () => {
  test.each(casesOf('faults', moments, ([how]) => how === 'is cut'))(
    'fails with one line when the connection %s at "%s", and succeeds afterwards',
    async (how, words) => {
      await using empty = await openEmpty();
      const { line } = empty;
      const job = empty.newJob();
      line.watch = (sent) => {
        if (!sent.includes(words)) return false;
        line.watch = () => false;
        if (how === 'hangs') line.enter('hang');
        return how === 'is cut';
      };
      await expect(restoreBackup(job)).rejects.toThrow(
        /^the PostgreSQL server failed \([^\n]+\); try again when it works$/,
      );
      line.enter('pass');
      expect(await restoreBackup(job)).toMatchObject({ materials: 1, files: 1 });
    },
  );

  test('touches neither the database nor the folder if the passphrase is wrong or missing', async () => {
    await using empty = await openEmpty();
    const job = { ...empty.newJob(), source: path.join(folder, 'locked') };
    await expect(restoreBackup(job)).rejects.toThrow(/passphrase/);
    await expect(restoreBackup({ ...job, passphrase: 'a wrong one, also long' })).rejects.toThrow(/passphrase/);
    expect(await empty.countRows()).toEqual(nothing);
    await expect(readdir(job.dataDir)).rejects.toThrow('ENOENT');
    expect(await restoreBackup({ ...job, passphrase: phrase })).toMatchObject({ materials: 1, files: 1 });
  });

  test.skipIf(whyNoSmallDisk())(
    'leaves nothing on a disk that becomes full, and succeeds once there is space',
    async () => {
      await using empty = await openEmpty();
      await using disk = await openSmallDisk(24);
      const job = empty.newJob(path.join(disk.path, 'data'));
      await mkdir(job.dataDir);
      disk.fill();
      await expect(restoreBackup(job)).rejects.toThrow(/room/);
      disk.empty();
      // When the records have been unpacked and the database is marked: the files would follow.
      empty.line.watch = (sent) => {
        if (sent.includes('insert into settings')) disk.fill();
        return false;
      };
      await expect(restoreBackup(job)).rejects.toThrow(/has no room left; make room or choose another place$/);
      expect([await empty.countRows(), await listLeft(job.dataDir)]).toEqual([nothing, []]);
      empty.line.watch = () => false;
      disk.empty();
      expect(await restoreBackup(job)).toMatchObject({ materials: 1, files: 1 });
    },
  );
});
