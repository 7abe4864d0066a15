import '#test/support/failing-files.ts';
import '#test/support/failing-statements.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { DailyAnswer, DailyJob } from '#server/backup/backup-process.ts';
import { BackupProblem } from '#server/backup/backup-problem.ts';
import { createDailyBackup } from '#server/backup/daily-backup.ts';
import { listSnapshots } from '#server/backup/folder-target.ts';
import { snapshotNumber } from '#server/backup/layout.ts';
import { makeBackup, type BackupOutcome } from '#server/backup/make-backup.ts';
import { pruneFolder } from '#server/backup/prune-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { digestsOf, openSmallLibrary } from '#test/support/small-library.ts';
import type { Deed, Outcome, Stage } from './fail-calls.ts';
import { fileSource, fullDatabase, readSource, type FaultKind } from './fault-kinds.ts';

const passphrase = 'four words and more';
const workFactor = 10;

/** A library and its backups, made, restored and pruned while calls fail. */
export async function openBackupStage(): Promise<Stage> {
  const library = await openSmallLibrary();
  await library.add('one', 'the first file');
  await library.add('large', randomBytes(300_000));
  await library.add('twin', 'the first file');
  const { dataDir, place } = library;
  const digests = await digestsOf(dataDir);
  // The last good backups, of which each deed gets a copy.
  const good = { archive: place('good.tar'), folder: place('good'), locked: place('good-locked.tar') };
  await makeBackup({ dataDir, target: good.archive, passphrase: null });
  await makeBackup({ dataDir, target: good.folder, passphrase: null });
  await makeBackup({ dataDir, target: good.locked, passphrase, workFactor });
  await library.add('new', 'came after the first backup');
  const allDigests = await digestsOf(dataDir);
  let restored = 0;
  /** What the last backup of each deed said it lacks. */
  const lacking = new Map<string, string[]>();

  /** Throws unless a backup gives back exactly these files. */
  async function requireWhole(
    source: string,
    expected: Record<string, string>,
    options: { snapshot?: string; secret?: string | null } = {},
  ) {
    const target = place(`check-${(restored += 1)}`);
    const { snapshot, secret = null } = options;
    await restoreBackup({ source, dataDir: target, passphrase: secret, ...(snapshot && { snapshot }) });
    const found: Record<string, string> = await digestsOf(target).catch(async (error: unknown) => {
      if (!Object.values(lacking).length) throw error;
      return {};
    });
    await rm(target, { recursive: true });
    assert.deepEqual(found, expected);
  }

  const except = (id: string) =>
    Object.fromEntries(Object.entries(allDigests).filter(([file]) => !lacking.get(id)?.includes(file)));

  const backUp = (id: string, target: string, secret: string | null = null) =>
    attempted(async () => {
      const { missing } = await makeBackup({ dataDir, target, passphrase: secret, workFactor });
      lacking.set(
        id,
        missing.map(({ id: file }) => file),
      );
    });

  async function verifyBackup(id: string, source: string, secret: string | null = null): Promise<void> {
    const lost = lacking.get(id) ?? [];
    if (lost.length === 0) return requireWhole(source, allDigests, { secret });
    // A file that could not be read is named as missing; the next backup has it.
    assert.ok(lost.length <= 2, `missing: ${lost.join(', ')}`);
    const outcome = await restoreBackup({ source, dataDir: place(`${id}-part`), passphrase: secret });
    assert.deepEqual(
      outcome.missing.map(({ id: file }) => file),
      lost,
    );
    await rm(place(`${id}-part`), { recursive: true });
    const again = source.endsWith('.tar') ? source.replace('.tar', '-again.tar') : source;
    const next = await makeBackup({ dataDir, target: again, passphrase: secret, workFactor });
    assert.deepEqual(next.missing, []);
    await requireWhole(again, allDigests, { secret });
  }

  /** An archive that was not finished is not there, or cannot be taken for a whole one. */
  async function requireNoHalfArchive(file: string, secret: string | null = null): Promise<void> {
    for (const name of [file, `${file}.partial`]) {
      if (!(await exists(name))) continue;
      const target = place(`check-${(restored += 1)}`);
      const isRefused = await restoreBackup({ source: name, dataDir: target, passphrase: secret }).then(
        () => false,
        (error: unknown) => error instanceof BackupProblem,
      );
      if (!isRefused) assert.deepEqual(await digestsOf(target), allDigests, `${path.basename(name)} looks whole`);
      await rm(target, { recursive: true, force: true });
    }
  }

  function archiveDeed(name: string, secret: string | null): Deed {
    const source = secret === null ? good.archive : good.locked;
    const made = (id: string) => path.join(place(id), 'new.tar');
    const old = (id: string) => path.join(place(id), 'old.tar');
    return {
      name,
      async prepare(id) {
        await mkdir(place(id));
        await cp(source, old(id));
      },
      act: (id) => backUp(id, made(id), secret),
      async verifyFailed(id) {
        assert.deepEqual(await readFile(old(id)), await readFile(source), 'the last good archive was changed');
        await requireNoHalfArchive(made(id), secret);
      },
      verify: (id) => verifyBackup(id, made(id), secret),
      isDoneAlready: ({ text }) => text.includes('exists already'),
      isRightAnswer: saysWhatToDo,
      tidy: (id) => rm(place(id), { recursive: true }),
    };
  }

  const folderDeed: Deed = {
    name: 'back up into a folder',
    prepare: (id) => cp(good.folder, place(id), { recursive: true }),
    act: (id) => backUp(id, place(id)),
    async verifyFailed(id) {
      const [first, ...others] = await listSnapshots(place(id), false);
      await requireWhole(place(id), digests, { snapshot: first ?? '' });
      for (const snapshot of others) await requireWhole(place(id), allDigests, { snapshot });
    },
    verify: (id) => verifyBackup(id, place(id)),
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };

  const pruneDeed: Deed = {
    name: 'prune a folder',
    async prepare(id) {
      await cp(good.folder, place(id), { recursive: true });
      for (const _ of ['second', 'third']) await makeBackup({ dataDir, target: place(id), passphrase: null });
    },
    act: (id) => attempted(() => pruneFolder({ folder: place(id), keep: 1, passphrase: null })),
    verifyFailed: (id) => requireWhole(place(id), allDigests),
    async verify(id) {
      await requireWhole(place(id), allDigests);
      assert.ok((await listSnapshots(place(id), false)).length >= 1);
    },
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };

  /** The newest backup has lost most files, so the older one must stay whatever cannot be read. */
  const pruneLostDeed: Deed = {
    name: 'prune after a loss',
    async prepare(id) {
      await cp(good.folder, place(id), { recursive: true });
      await cp(lossy, place(id), { recursive: true, force: true });
    },
    act: (id) => attempted(() => pruneFolder({ folder: place(id), keep: 1, passphrase: null })),
    verifyFailed: verifyOlder,
    verify: verifyOlder,
    isDoneAlready: never,
    isRightAnswer: saysWhatToDo,
    tidy: (id) => rm(place(id), { recursive: true }),
  };
  async function verifyOlder(id: string): Promise<void> {
    const [first] = await listSnapshots(place(id), false);
    await requireWhole(place(id), digests, { snapshot: first ?? '' });
  }
  /** The good folder with a second backup, made after the library lost two of three files. */
  const lossy = place('lossy');
  await cp(good.folder, lossy, { recursive: true });
  {
    const poor = place('poor');
    await restoreBackup({ source: good.folder, dataDir: poor, passphrase: null });
    const { storedPath } = await import('#server/storage/stored-path.ts');
    for (const id of ['one', 'large', 'twin']) await rm(path.join(poor, 'files', storedPath(id)));
    await makeBackup({ dataDir: poor, target: lossy, passphrase: null });
  }

  function restoreDeed(name: string, source: string, secret: string | null, isOwnDisk: boolean): Deed {
    return {
      name,
      prepare: async (id) => void (isOwnDisk && (await mkdir(path.join(place(id), 'lost+found'), { recursive: true }))),
      act: (id) => attempted(() => restoreBackup({ source, dataDir: place(id), passphrase: secret })),
      async verifyFailed(id) {
        const names = (await readdir(place(id)).catch((): string[] => [])).filter((each) => each !== 'lost+found');
        // A failure right at the end may leave all of it, never a part.
        if (names.some((each) => !each.startsWith('.restoring'))) assert.deepEqual(await digestsOf(place(id)), digests);
      },
      verify: async (id) => assert.deepEqual(await digestsOf(place(id)), digests),
      isDoneAlready: ({ text }) => text.includes('is not empty'),
      isRightAnswer: saysWhatToDo,
      tidy: (id) => rm(place(id), { recursive: true }),
    };
  }

  const dailyStart = Date.parse('2030-05-01T12:00:00Z');
  let days = 0;
  const dailyDeed: Deed = {
    name: 'daily backup',
    prepare: async () => void (await tick()),
    async act() {
      const { lastFailure, isMade } = await tick();
      return isMade ? { isDone: true } : { isDone: false, type: 'backup_failed', text: lastFailure };
    },
    verifyFailed: async () => requireSomeArchive(),
    verify: async () => requireSomeArchive(),
    isDoneAlready: never,
    isRightAnswer: (outcome, fault) => outcome.text === 'not noted' || saysWhatToDo(outcome, fault),
  };
  /** One day later; every try has a server of its own. */
  async function tick(): Promise<{ lastFailure: string; isMade: boolean }> {
    days += 1;
    const logged: { msg: string; reason?: string }[] = [];
    const log = pino({}, { write: (line) => void logged.push(JSON.parse(line) as { msg: string }) });
    const daily = createDailyBackup({
      config: {
        dataDir,
        timeZone: 'UTC',
        backup: {
          to: path.join(place('daily'), '{date}.tar'),
          at: '03:00',
          keep: 1,
          passphrase: null,
          passphraseFile: null,
        },
      } as Parameters<typeof createDailyBackup>[0]['config'],
      log,
      now: () => dailyStart + days * 24 * 60 * 60 * 1000,
      run: runHere,
    });
    await daily.tick();
    await daily.close();
    const failed = logged.find(({ msg }) => msg.startsWith('the backup failed'));
    return {
      lastFailure: failed?.reason ?? 'not noted',
      isMade: logged.some(({ msg }) => msg === 'a backup was made'),
    };
  }
  async function requireSomeArchive(): Promise<void> {
    const archives = (await readdir(place('daily'))).filter((name) => name.endsWith('.tar'));
    assert.ok(archives.length > 0, 'no archive is left');
    // What is there under its final name is whole.
    for (const name of archives.slice(-2)) await requireWhole(path.join(place('daily'), name), allDigests);
    for (const name of archives.slice(0, -3)) await rm(path.join(place('daily'), name));
  }
  await mkdir(place('daily'));

  const root = path.dirname(dataDir);
  return {
    sources: [fileSource(root, describeBackup), readSource([fullDatabase])],
    deeds: [
      archiveDeed('back up into an archive', null),
      archiveDeed('back up into an encrypted archive', passphrase),
      folderDeed,
      dailyDeed,
      pruneDeed,
      pruneLostDeed,
      restoreDeed('restore an archive', good.archive, null, false),
      restoreDeed('restore an encrypted archive', good.locked, passphrase, false),
      restoreDeed('restore a folder onto a disk of its own', good.folder, null, true),
    ],
    // The library itself is only read.
    verifyKept: async () => assert.deepEqual(await digestsOf(dataDir), allDigests),
    async verifyAll() {
      await requireWhole(good.archive, digests);
      const left = (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.startsWith('examshelf-work-'));
      // The next backup removes what one that failed to tidy up left.
      if (left.length > 0) {
        await makeBackup({ dataDir, target: place('last.tar'), passphrase: null });
        assert.deepEqual(
          (await readdir(path.join(dataDir, 'backups'))).filter((name) => name.startsWith('examshelf-work-')),
          [],
        );
      }
    },
    [Symbol.asyncDispose]: () => library[Symbol.asyncDispose](),
  };
}

/** As backup-process.ts does, in this process. */
async function runHere({ keepInFolder: _, ...job }: DailyJob): Promise<DailyAnswer> {
  return makeBackup(job).then(
    (outcome: BackupOutcome): DailyAnswer => ({ state: 'made', outcome, refused: null }),
    (error: unknown): DailyAnswer => ({
      state: 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  );
}

async function attempted(work: () => Promise<unknown>): Promise<Outcome> {
  return work().then(
    (): Outcome => ({ isDone: true }),
    (error: unknown): Outcome => ({
      isDone: false,
      type: error instanceof BackupProblem ? 'backup_problem' : 'unexplained',
      text: error instanceof Error ? error.message : String(error),
    }),
  );
}

/** One line for the operator: what happened, where, and what to do. */
function saysWhatToDo({ type, text }: { type: string; text: string }, fault: FaultKind): boolean {
  if (type === 'unexplained') return false;
  // What was restored and cannot be read as a database is damage.
  if (fault.name === 'SQLITE_CORRUPT' && text.includes('is no sound database')) return true;
  if (fault.name === 'ENOSPC' || fault.name === 'SQLITE_FULL') return /make room/.test(text);
  return /\b(?:try|copy|choose|look|raise|check|stop)\b/.test(text) && !/damaged: |was put to use/.test(text);
}

/** Names that differ from run to run are left out. */
function describeBackup(relative: string): string {
  const parts = relative.split('/').map((name) => {
    if (/^id-\d+/.test(name)) return 'target';
    if (/^[0-9a-f]{2}$/.test(name)) return '00';
    if (/^[0-9a-f]{64}$/.test(name)) return 'digest';
    if (name.startsWith('examshelf-work-')) return 'work';
    if (snapshotNumber(name) !== null) return 'snapshot';
    return name.replace(/^\d{4}-\d\d-\d\d(?:-\d+)?/, 'day').replace(/^\d+$/, 'n');
  });
  return parts.join('/') || 'root';
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

const never = () => false;
