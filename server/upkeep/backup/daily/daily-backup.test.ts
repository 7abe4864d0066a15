import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { backupDay } from '#server/upkeep/backup/backup-day.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { openTestServer } from '#test/support/server.ts';
import { openSmallLibrary } from '#test/support/small-library.ts';
import type { DailyAnswer, DailyJob } from './backup-process.ts';
import { createDailyBackup, findBackupFault } from './daily-backup.ts';

const minute = 60_000;
const hour = 60 * minute;
/** 05:00 in the zone of the tests. */
const morning = Date.parse('2026-05-04T05:00:00Z');
const day = 24 * hour;

/** A daily backup at 03:30 UTC with clocks and outcomes set by the test; `log` has the entries of the log. */
async function openDaily(
  options: {
    to?: string;
    answer?: (job: DailyJob, signal: AbortSignal) => DailyAnswer | Promise<DailyAnswer>;
    lead?: { confirm(): Promise<boolean>; isLeader(): boolean };
  } = {},
) {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-daily-'));
  const clock = { wall: morning, lived: 0 };
  const jobs: DailyJob[] = [];
  const log: { level: number; msg: string; reason?: string }[] = [];
  const place = (name: string) => path.join(root, name);
  const to = place(options.to ?? 'backups');
  const make = () =>
    createDailyBackup({
      config: {
        dataDir: place('data'),
        database: null,
        store: null,
        timeZone: 'UTC',
        backup: { to, at: '03:30', keep: 2, passphrase: null, passphraseFile: null },
      },
      log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
      now: () => clock.wall,
      monotonic: () => clock.lived,
      ...(options.lead && { lead: options.lead, checkMs: 5 }),
      run: async (job, signal) => {
        jobs.push(job);
        return (await options.answer?.(job, signal)) ?? made(job);
      },
    });
  return {
    place,
    to,
    clock,
    jobs,
    log,
    restart: make,
    pass(ms: number) {
      clock.wall += ms;
      clock.lived += ms;
    },
    errors: () => log.filter(({ level }) => level >= 50),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** The response of a process that has made the backup. */
async function made({ target }: DailyJob, files = 10): Promise<DailyAnswer> {
  if (target.endsWith('.tar')) await writeFile(target, 'an archive');
  const outcome = { target, snapshot: '000001', materials: files, files, bytes: 1000, copiedBytes: 10, missing: [] };
  return { state: 'made', outcome, refused: null };
}

test('makes the backup on the leader of several nodes, and ends it when another node leads', async () => {
  let isLeading: boolean | null = null;
  const lead = {
    confirm: async () => {
      if (isLeading === null) throw new Error('the database is away');
      return isLeading;
    },
    isLeader: () => isLeading === true,
  };
  const begun = Promise.withResolvers<void>();
  const answer = (_: DailyJob, signal: AbortSignal) =>
    new Promise<DailyAnswer>((resolve) => {
      begun.resolve();
      signal.addEventListener('abort', () => resolve({ state: 'failed', message: 'ended' }));
    });
  await using daily = await openDaily({ lead, answer });
  const backups = daily.restart();
  await backups.tick();
  isLeading = false;
  await backups.tick();
  expect(daily.jobs).toEqual([]);

  isLeading = true;
  const making = backups.tick();
  await begun.promise;
  isLeading = false;
  await making;
  expect(daily.jobs.length).toBe(1);
  expect(daily.errors()).toEqual([]);
  expect(daily.log.map(({ msg }) => msg)).toEqual([
    'another node is the leader now and makes the backup that was started here',
  ]);
  expect(await backups.state()).toMatchObject({ lastSuccess: null, lastFailure: null });
  await backups.close();
});

test('makes a backup once a day at its time, and the first one immediately', async () => {
  await using daily = await openDaily({ to: 'library-{date}.tar' });
  const backups = daily.restart();
  const made: string[] = [];
  for (let passed = 0; passed < 3 * day; passed += 30 * minute) {
    const before = daily.jobs.length;
    await backups.tick();
    if (daily.jobs.length > before) made.push(new Date(daily.clock.wall).toISOString());
    daily.pass(30 * minute);
  }
  expect(made.map((moment) => moment.slice(0, 16))).toEqual([
    '2026-05-04T05:00',
    '2026-05-05T03:30',
    '2026-05-06T03:30',
    '2026-05-07T03:30',
  ]);
  expect(daily.jobs.map(({ target }) => path.basename(target))).toEqual(
    ['04', '05', '06', '07'].map((date) => `library-2026-05-${date}.tar`),
  );
  // Retains two, and removes nothing that it has not made.
  expect((await readdir(daily.place('.'))).sort()).toEqual([
    'data',
    'library-2026-05-06.tar',
    'library-2026-05-07.tar',
  ]);
  expect(await backups.state()).toMatchObject({ isDaily: true, lastSuccess: { files: 10 }, lastFailure: null });
});

test('makes a backup at the next start that was missed while the server was down', async () => {
  await using daily = await openDaily({ to: 'library-{date}.tar' });
  await daily.restart().tick();
  daily.pass(20 * hour);
  await daily.restart().tick();
  expect(daily.jobs).toHaveLength(1);
  daily.pass(8 * hour);
  await daily.restart().tick();
  expect(daily.jobs).toHaveLength(2);
});

test('retries a failure every hour, logs it as an error once a day, and retains the last success', async () => {
  const broken: DailyAnswer = { state: 'failed', message: 'the disk has no room left' };
  const failing = { is: false };
  await using daily = await openDaily({ to: 'library-{date}.tar', answer: (job) => (failing.is ? broken : made(job)) });
  const backups = daily.restart();
  await backups.tick();
  const { lastSuccess } = await backups.state();
  failing.is = true;
  for (let passed = 0; passed < 2 * day; passed += 30 * minute) {
    daily.pass(30 * minute);
    await backups.tick();
  }
  // 25.5 hours since the first missed backup, with one attempt each hour.
  expect(daily.jobs).toHaveLength(1 + 26);
  expect(daily.errors().map(({ reason }) => reason)).toEqual([broken.message, broken.message]);
  expect(await backups.state()).toMatchObject({ lastSuccess, lastFailure: { message: broken.message } });
  failing.is = false;
  daily.pass(hour);
  await backups.tick();
  expect((await daily.restart().state()).lastSuccess?.at).toBe(new Date(daily.clock.wall).toISOString());
});

test('makes the due backups, and not one after another, after a clock was ahead for a while', async () => {
  await using daily = await openDaily({ to: 'library-{date}.tar' });
  const backups = daily.restart();
  daily.clock.wall += 365 * day;
  await backups.tick();
  daily.clock.wall -= 365 * day;
  for (let passed = 0; passed < 2 * hour; passed += 10 * minute) {
    await backups.tick();
    daily.pass(10 * minute);
  }
  expect(daily.jobs.map(({ target }) => path.basename(target))).toEqual([
    'library-2027-05-04.tar',
    'library-2026-05-04.tar',
  ]);
  daily.pass(2 * day);
  await backups.tick();
  // The one that was made first is removed, regardless of its date.
  expect((await readdir(daily.place('.'))).sort()).toEqual([
    'data',
    'library-2026-05-04.tar',
    'library-2026-05-06.tar',
  ]);
});

test('retains an older archive when the newest has less than half of its files', async () => {
  const files = { count: 10 };
  await using daily = await openDaily({ to: 'library-{date}.tar', answer: (job) => made(job, files.count) });
  const backups = daily.restart();
  for (const count of [10, 10, 2, 2]) {
    files.count = count;
    await backups.tick();
    daily.pass(day);
  }
  expect((await readdir(daily.place('.'))).filter((name) => name.endsWith('.tar'))).toHaveLength(4);
  expect(daily.errors()[0]?.reason).toContain('the newest backup has 2 files');
});

test("resumes an archive that was interrupted yesterday under today's name", async () => {
  const answers: DailyAnswer[] = [{ state: 'failed', message: 'interrupted' }];
  await using daily = await openDaily({ to: 'library-{date}.tar', answer: (job) => answers.shift() ?? made(job) });
  await daily.restart().tick();
  await writeFile(daily.place('library-2026-05-04.tar.partial'), 'half');
  daily.pass(day);
  await daily.restart().tick();
  expect((await readdir(daily.place('.'))).sort()).toEqual([
    'data',
    'library-2026-05-05.tar',
    'library-2026-05-05.tar.partial',
  ]);
});

test('does not start a new set in a folder with missing backups, whose disk may not be mounted', async () => {
  await using daily = await openDaily();
  await daily.restart().tick();
  daily.pass(day);
  await daily.restart().tick();
  expect(daily.jobs).toHaveLength(1);
  expect(daily.errors()[0]?.reason).toMatch(/are not there; is the disk mounted\?/);
});

test('makes one backup for two ticks at once, and none without a target', async () => {
  const gate = Promise.withResolvers<void>();
  await using daily = await openDaily({
    answer: async (job) => {
      await gate.promise;
      return made(job);
    },
  });
  const backups = daily.restart();
  const first = backups.tick();
  const second = backups.tick();
  gate.resolve();
  await Promise.all([first, second]);
  expect(daily.jobs).toHaveLength(1);
  expect((await backups.state()).isRunning).toBe(false);
});

test('starts days of backups at their time in the zone, also when daylight saving time begins or ends', () => {
  const zone = { timeZone: 'Europe/Berlin', at: '02:30' };
  // 29 March 2026: 02:30 does not exist. 25 October: it exists twice.
  const days = (from: string, to: string) => {
    const found: string[] = [];
    for (let moment = Date.parse(from); moment < Date.parse(to); moment += 15 * minute) {
      const name = backupDay(moment, zone);
      if (found.at(-1) !== name) found.push(name);
    }
    return found;
  };
  expect(days('2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(days('2026-10-24T12:00Z', '2026-10-24T23:30Z')).toEqual(['2026-10-24']);
  expect(backupDay(Date.parse('2026-05-04T21:44:00Z'), { timeZone: 'Asia/Kathmandu', at: '03:30' })).toBe('2026-05-04');
  expect(backupDay(Date.parse('2026-05-04T21:45:00Z'), { timeZone: 'Asia/Kathmandu', at: '03:30' })).toBe('2026-05-05');
});

test('makes a restorable backup in the process of the daily backup, and retains the last few', async () => {
  await using library = await openSmallLibrary();
  await library.add('one', 'the first file');
  const clock = { wall: morning, lived: 0 };
  const log: { level: number }[] = [];
  const to = library.place('backups');
  const backups = createDailyBackup({
    config: {
      dataDir: library.dataDir,
      database: null,
      store: null,
      timeZone: 'UTC',
      backup: { to, at: '03:30', keep: 1, passphrase: null, passphraseFile: null },
    },
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    now: () => clock.wall,
    monotonic: () => clock.lived,
  });
  for (const _ of [1, 2]) {
    await backups.tick();
    clock.wall += day;
    clock.lived += day;
  }
  expect(log.map(({ level }) => level)).toEqual([30, 30]);
  expect(await readdir(path.join(to, 'snapshots'))).toEqual([expect.stringMatching(/^000002-/)]);
  await restoreBackup({ source: to, dataDir: library.place('restored'), passphrase: null });
  // The server stops during a backup: nothing is logged, and the lock is released.
  const running = backups.tick();
  await backups.close();
  await running;
  expect(log.filter(({ level }) => level > 30)).toEqual([]);
});

test('makes the backup of the day with BACKUP_TO, and has its state after a restart', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-daily-'));
  const to = path.join(root, 'backups');
  const open = () => openTestServer({ dataDir: path.join(root, 'data'), settings: { BACKUP_TO: to } });
  {
    await using server = await open();
    await server.services.backups.tick();
  }
  {
    await using server = await open();
    await server.services.backups.tick();
    const { isDaily, daily } = await server.services.backups.state();
    expect([isDaily, daily.lastSuccess?.target]).toEqual([true, to]);
  }
  expect(await readdir(path.join(to, 'snapshots'))).toEqual([expect.stringMatching(/^000001-/)]);
  await restoreBackup({ source: to, dataDir: path.join(root, 'restored'), passphrase: null });
  await rm(root, { recursive: true });
});

test.each(['backups', 'library-{date}.tar'])(
  'notes a backup whose process was killed before noting it, on that day or later, without making it again (%s)',
  async (to) => {
    let isKilled = true;
    await using daily = await openDaily({
      to,
      async answer(job) {
        const outcome = await makeBackup(job, { now: () => daily.clock.wall });
        return isKilled ? { state: 'failed', message: 'killed' } : { state: 'made', outcome, refused: null };
      },
    });
    const dataDir = daily.place('data');
    await mkdir(dataDir);
    await (await openTransfer({ dataDir, address: null, isNew: true }))[Symbol.asyncDispose]();
    const list = async () =>
      to === 'backups'
        ? readdir(path.join(daily.to, 'snapshots'))
        : (await readdir(daily.place('.'))).filter((name) => name.endsWith('.tar')).sort();

    await daily.restart().tick();
    isKilled = false;
    const next = daily.restart();
    await next.tick();
    await next.tick();
    const first = await list();
    expect(first).toHaveLength(1);
    const { lastSuccess } = await next.state();
    expect(lastSuccess).toMatchObject({ at: new Date(morning).toISOString(), target: daily.to, copiedBytes: 0 });

    // Killed again on the next day, and there is no leader until the day after.
    daily.pass(day);
    isKilled = true;
    await next.tick();
    isKilled = false;
    daily.pass(day);
    const last = daily.restart();
    await last.tick();
    await last.tick();
    const kept = await list();
    expect(kept.length).toBe(to === 'backups' ? 3 : 2);
    if (to === 'backups') return;
    // The first day's is beyond the retained number; without its note, the second day's would never be removed.
    expect(kept).toEqual(['library-2026-05-05.tar', 'library-2026-05-06.tar']);
    expect((await last.state()).daily.archives.map(({ file }) => path.basename(file))).toEqual(kept);
  },
);

test('finds no fault in a writable location for daily backups, and leaves nothing in it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-to-'));
  for (const to of [folder, path.join(folder, 'new', 'backups'), path.join(folder, 'library-{date}.tar')])
    expect(await findBackupFault(to)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
  expect(await findBackupFault(path.join(folder, 'missing', '{date}.tar'))).toContain(
    `there is no folder ${path.join(folder, 'missing')}`,
  );
  await writeFile(path.join(folder, 'file'), '');
  expect(await findBackupFault(path.join(folder, 'file'))).toContain('(ENOTDIR)');
  await rm(folder, { recursive: true });
});

test.skipIf(!existsSync('/proc/self'))("logs at the start that BACKUP_TO can't be written", async () => {
  const logged = Promise.withResolvers<string>();
  const log = pino({}, { write: (line) => logged.resolve(line) });
  const daily = createDailyBackup({ config: readConfig({ DATA_DIR: tmpdir(), BACKUP_TO: '/proc/x' }), log });
  daily.start();
  expect(await logged.promise).toContain("setting BACKUP_TO: the user of the server can't write to /proc ");
  await daily.close();
});
