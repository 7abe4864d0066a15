import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { closedSetting, readClosedMark, type ClosedMark } from '#server/machinery/faults/closed-library.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { BackupProblem, explain } from '#server/upkeep/backup/format/backup-problem.ts';
import { isArchive } from './backup-target.ts';
import { takeBackupTurn, holdLock } from './backup-turn.ts';
import { BackupIsRunning, makeBackup } from './make-backup.ts';
import { areApart, describePlace, type Place } from './place.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { restoreBackup, type RestoreOutcome } from './restore-backup.ts';
import { requireEmpty } from './restoration-folder.ts';

export type MoveJob = {
  from: Place;
  /** Must be empty, and share nothing with `from`. */
  to: Place;
  /** The folder for the backup; contents of earlier backups there are not copied again. */
  folder: string;
  passphrase: string | null;
};

export type MoveOptions = {
  /** Called when a step begins, with text for the operator. */
  step?: (words: string) => void;
  progress?: Progress;
  signal?: AbortSignal;
  now?: () => number;
};

/** `closedMs` is the time during which nothing could be written. */
export type MoveOutcome = RestoreOutcome & { closedMs: number };

/**
 * Moves a library to another location while its servers run: backs it up, closes it for writing, backs up the later
 * changes, and restores the backup at the new location. The old library stays closed, so that nobody writes to it by
 * mistake. A move that fails or is stopped leaves the new location empty and reopens the library; one that was killed
 * leaves it closed until the next move or `reopenLibrary`. Throws BackupProblem, or another Error with one line that
 * says what to do.
 */
export async function moveLibrary(job: MoveJob, options: MoveOptions = {}): Promise<MoveOutcome> {
  const { from, to, folder, passphrase } = job;
  const { step = () => {}, now = Date.now } = options;
  if (!areApart(from, to))
    throw new BackupProblem(
      `the new location shares its database, its files or its data folder with the old one (${describePlace(from)}); name others`,
    );
  if (isArchive(folder)) throw new BackupProblem(`${folder} is an archive; name a folder for the backup`);
  await requireNotMoved(from);
  // Before hours of copying; the restoration checks the rest of the new location.
  if (!to.database) await requireEmpty(to.dataDir, path.resolve(to.dataDir));
  await using lease = await acquireLease(from);
  const signal = options.signal ? AbortSignal.any([options.signal, lease.lost]) : lease.lost;
  const working = { ...options, signal };
  const backup = { ...from, target: folder, passphrase, holder: lease.holder };
  step('backing up the library, which stays in use');
  await makeBackup(backup, working);
  step('the library is closed for writing; it can still be read');
  const began = now();
  const mark = { since: new Date(began).toISOString(), to: describePlace(to) };
  const moving: ClosedMark = { ...mark, state: 'moving' };
  let outcome;
  try {
    await setMark(from, moving);
    const { snapshot } = await makeBackup(backup, working);
    step('restoring the backup at the new location');
    signal.throwIfAborted();
    outcome = await restoreBackup({ ...to, source: folder, snapshot, passphrase }, working);
  } catch (error) {
    await openAgain(from, moving, error);
    throw error;
  }
  // Not reopened if this fails: the library would be open at both locations.
  await setMark(from, { ...mark, state: 'moved' }).catch((error: unknown) => {
    throw new BackupProblem(
      `the library is complete at the new location; use that one from now on. The old one could not be marked as moved (${messageOf(error)}): it can be read, and refuses changes`,
      { cause: error },
    );
  });
  return { ...outcome, closedMs: now() - began };
}

/**
 * Acquires the backup lease for a whole move, so that no other move of the library runs meanwhile: one that fails would
 * reopen it. Throws BackupIsRunning.
 */
async function acquireLease(from: Place): Promise<AsyncDisposable & { holder: string; lost: AbortSignal }> {
  await using opened = new AsyncDisposableStack();
  const folder = path.join(from.dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  // Processes that share a data folder share the lock; machines that share a database, the lease.
  const lock = holdLock(path.join(folder, 'move-lock'));
  if (lock) opened.use(lock);
  const holder = `move.${randomUUID()}`;
  const records = lock && opened.use(await openRecords(from));
  const turn = records && (await takeBackupTurn({ leases: records.leases, holder }));
  if (!turn) throw new BackupIsRunning('another move or backup of this library is running; try again later');
  opened.defer(() => turn.end());
  const held = opened.move();
  return { holder, lost: turn.lost, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Reopens a library that a move had closed. Returns its mark; null if it was open. */
export async function reopenLibrary(place: Place): Promise<ClosedMark | null> {
  const mark = await findMark(place);
  if (mark) await setMark(place, null);
  return mark;
}

async function requireNotMoved(from: Place): Promise<void> {
  const mark = await findMark(from);
  if (mark?.state !== 'moved') return;
  throw new BackupProblem(
    `this library was moved to ${mark.to} already (${mark.since}); to move it once more from here, run "npm run move -- --reopen" first`,
  );
}

/** If the library can't be reopened, throws an error with that and with the reason why it was not moved. */
async function openAgain(from: Place, moving: ClosedMark, cause: unknown): Promise<void> {
  try {
    const mark = await findMark(from);
    // Another move may have closed the library since, if this one lost its lease.
    if (mark?.since === moving.since && mark.to === moving.to) await setMark(from, null);
  } catch (error) {
    throw new BackupProblem(
      `${messageOf(explain(cause, from.dataDir))}; and the library could not be opened again (${messageOf(error)}): it can be read, and refuses changes, until the same command or "npm run move -- --reopen" succeeds`,
      { cause },
    );
  }
}

async function findMark(place: Place): Promise<ClosedMark | null> {
  await using records = await openRecords(place);
  return readClosedMark(await records.findSetting(closedSetting));
}

/** Once this resolves, all nodes obey the mark: it is written under the lock of the writers. */
async function setMark(place: Place, mark: ClosedMark | null): Promise<void> {
  await using records = await openRecords(place);
  await records.setSetting(closedSetting, mark && JSON.stringify(mark));
}

const openRecords = ({ dataDir, database }: Place) => openTransfer({ dataDir, address: database, isNew: false });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
