import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { panelApi } from '#contract/panel-addresses.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { holdTables, openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { createSharedNotes } from '#server/upkeep/backup/daily/backup-notes.ts';
import type { DailyAnswer, DailyJob } from '#server/upkeep/backup/daily/backup-process.ts';
import { takeBackupTurn } from './backup-turn.ts';
import { createDailyBackup } from '#server/upkeep/backup/daily/daily-backup.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const missing = whyNoPostgres();
const minute = 60_000;

let folder: string;
let database: TestDatabase;
const run = (statement: string) => runOn(database.address, statement);
const place = (name: string) => path.join(folder, name);
const snapshots = async (to: string) => readdir(path.join(to, 'snapshots')).catch(() => []);

describe.skipIf(missing)('the backup of several nodes', () => {
  beforeAll(async () => {
    if (missing) return;
    folder = await mkdtemp(path.join(tmpdir(), 'examshelf-backup-'));
    database = await (await openPostgresServer()).make();
  });
  afterAll(async () => {
    if (missing) return;
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  describeTurns();
  describeNotes();
  describeKilledNode();
});

function describeTurns(): void {
  test.skipIf(isOnlyInSweep('engines'))(
    'is made by one process of all machines, which stops when it loses the lease',
    async () => {
      await using library = await openPostgresLibrary({ in: database });
      const { leases } = library.database;
      await using records = await openTransfer({ dataDir: '', address: database.address, isNew: false });
      const first = await takeBackupTurn({ leases, holder: 'first', leaseMs: 600 });
      expect(await takeBackupTurn({ leases: records.leases, holder: 'second' })).toBeNull();
      // The process that writes for the first one.
      const shared = await takeBackupTurn({ leases: records.leases, holder: 'first', isShared: true });
      await shared?.end();
      const dataDir = place('by-hand');
      await mkdir(dataDir);
      const job = { dataDir, database: database.address, target: place('by-hand.tar'), passphrase: null };
      await expect(makeBackup(job)).rejects.toThrow('another backup of this library is being made');
      const refused = await backUpByHand(dataDir, job.target);
      expect(refused).toEqual({
        code: 1,
        failed: expect.stringMatching(/^backup: another backup of this library is being made[^\n]*\n$/),
      });

      await run("update lease set holder = 'second' where name = 'backup'");
      await expect.poll(() => first?.lost.aborted).toBe(true);
      expect(first?.lost.reason).toMatchObject({
        message: expect.stringContaining('gave the backup lease to another machine'),
      });
      await first?.end();
      expect(await run("select holder from lease where name = 'backup'")).toEqual([{ holder: 'second' }]);
      await run("delete from lease where name = 'backup'");
      // Ended by the process that made it, and noted for all.
      expect(await backUpByHand(dataDir, job.target)).toEqual({ code: 0, failed: '' });
      const { lastSuccess, daily } = await createSharedNotes(library.database.settings, dataDir).read();
      expect([lastSuccess?.target, daily.lastSuccess]).toEqual([job.target, null]);
      expect(await run("select holder from lease where name = 'backup'")).toEqual([]);
    },
  );
}

function describeNotes(): void {
  test('is recorded for all nodes: a new leader makes no second backup that day, and resumes one that was started', async () => {
    await using library = await openPostgresLibrary({ in: database });
    const { database: records } = library;
    const clock = { wall: Date.parse('2026-05-04T05:00:00Z') };
    const jobs: string[] = [];
    const logged: string[] = [];
    const answers: DailyAnswer[] = [];
    let leader = 'one';
    const open = (node: string) =>
      createDailyBackup({
        config: {
          dataDir: place(node),
          database: null,
          store: null,
          timeZone: 'UTC',
          backup: { to: place('{date}.tar'), at: '03:30', keep: 2, passphrase: null, passphraseFile: null },
        },
        log: pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
        lead: { confirm: async () => leader === node, isLeader: () => leader === node },
        leases: records.leases,
        node,
        notes: createSharedNotes(records.settings, place(node)),
        now: () => clock.wall,
        monotonic: () => clock.wall,
        run: async (job: DailyJob) => {
          jobs.push(`${node} ${path.basename(job.target)}`);
          const answer = answers.shift();
          if (answer) return answer;
          await writeFile(job.target, 'an archive');
          await rm(`${job.target}.partial`, { force: true });
          const facts = { snapshot: '1', materials: 9, files: 9, bytes: 9, copiedBytes: 9, missing: [] };
          return { state: 'made', outcome: { target: job.target, ...facts }, refused: null };
        },
      });
    const nodes = [open('one'), open('two')];
    const tick = async () => {
      for (const each of nodes) await each.tick();
    };
    await tick();
    leader = 'two';
    await tick();
    expect(jobs).toEqual(['one 2026-05-04.tar']);
    expect(await nodes[1]?.state()).toMatchObject(JSON.parse(JSON.stringify(await nodes[0]?.state())) as object);

    // The second backup is interrupted on the next day; another machine backs up by hand; the first node resumes the
    // day after.
    clock.wall += 24 * 60 * minute;
    answers.push({ state: 'failed', message: 'interrupted' });
    await tick();
    await writeFile(place('2026-05-05.tar.partial'), 'half');
    expect((await nodes[0]?.state())?.lastFailure?.message).toBe('interrupted');
    leader = 'one';
    clock.wall += 24 * 60 * minute;
    const byHand = await takeBackupTurn({ leases: records.leases, holder: 'by hand' });
    await tick();
    await tick();
    await byHand?.end();
    expect(logged.filter((each) => each.startsWith('another machine is making a backup'))).toHaveLength(1);
    await tick();
    leader = 'two';
    clock.wall += 24 * 60 * minute;
    await tick();
    expect(jobs.slice(1)).toEqual(['two 2026-05-05.tar', 'one 2026-05-06.tar', 'two 2026-05-07.tar']);
    // The other node removed the backup of the first day, and the interrupted one was resumed.
    expect((await readdir(folder)).filter((name) => name.includes('.tar') && name.startsWith('2026'))).toEqual([
      '2026-05-06.tar',
      '2026-05-07.tar',
    ]);
    await run("delete from settings where name = 'backups'");
  });
}

function describeKilledNode(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'is made once by the next leader if it was killed with its node, and is noted for both',
    async () => {
      const to = place('backups');
      const start = () =>
        startChildServer({
          DATABASE_URL: database.url,
          DATA_DIR: place('one'),
          NODE_NAME: 'one',
          ADMIN_EMAIL: administrator.email,
          ADMIN_PASSWORD: administrator.password,
          OCR_LANGUAGES: 'off',
          BACKUP_TO: to,
        });
      // The backup process waits there while it copies the records.
      const held = await holdTables(database.address, ['bulk_change_rows']);
      const first = await start();
      await expect.poll(() => run(waiting), { timeout: 90_000 }).toHaveLength(1);
      const ended = once(first.process, 'exit');
      first.process.kill('SIGKILL');
      await ended;
      await held.release();
      await expect.poll(() => run(othersConnected)).toEqual([]);
      const lease = "select 1 as found from lease where name = 'backup'";
      expect([await run(lease), await snapshots(to)]).toEqual([[{ found: 1 }], []]);

      await using two = await openTestServer({ dataDir: place('two'), database, settings: { BACKUP_TO: to } });
      await two.services.backups.tick();
      // Until the leases of the killed node have expired.
      expect(await snapshots(to)).toEqual([]);
      await run('update lease set until = 0');
      await two.services.backups.tick();
      const made = await snapshots(to);
      expect(made).toEqual([expect.stringMatching(/^000001-/)]);

      // The first node comes back and leads again.
      await run("delete from lease where name = 'lead'");
      const again = await start();
      await expect.poll(() => run("select 1 from lease where name = 'lead' and holder like 'one.%'")).toHaveLength(1);
      const librarian = await openLibrarian(again.url);
      const state = await (await librarian.send('GET', panelApi.libraryState())).json();
      const { lastSuccess } = await two.services.backups.state();
      expect(state).toMatchObject({ backup: { isDaily: true, hasFailed: false, lastAt: expect.any(String) } });
      expect((state as { backup: { lastAt: string } }).backup.lastAt.slice(0, 19)).toBe(lastSuccess?.at.slice(0, 19));
      again.process.kill('SIGTERM');
      await once(again.process, 'exit');
      await two.services.backups.tick();
      expect(await snapshots(to)).toEqual(made);
      await restoreBackup({ source: to, dataDir: place('restored'), passphrase: null });
    },
  );
}

async function backUpByHand(dataDir: string, target: string): Promise<{ code: number; failed: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url, NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(process.execPath, ['scripts/backup.ts', target], { env }).then(
    ({ stderr }) => ({ code: 0, failed: stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, failed: error.stderr }),
  );
}

const othersConnected =
  'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const waiting =
  "select pid from pg_stat_activity where datname = current_database() and query like '%bulk_change_rows%' and wait_event_type = 'Lock'";
