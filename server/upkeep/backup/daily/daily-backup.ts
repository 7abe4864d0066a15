import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { onlyHolder, type Leases } from '#server/engines/database/sql/leases.ts';
import { whileLeading, type Leadership } from '#server/library/nodes/leadership.ts';
import { findFolderFault } from '#server/library/site-content/find-folder-fault.ts';
import { logRetriedWork } from '#server/machinery/faults/retry-held-up.ts';
import { backupDay } from '#server/upkeep/backup/backup-day.ts';
import { takeBackupTurn, type BackupTurn } from '#server/upkeep/backup/backup-turn.ts';
import { explain } from '#server/upkeep/backup/format/backup-problem.ts';
import { headerName } from '#server/upkeep/backup/format/layout.ts';
import { findPassphrase, requireStrong } from '#server/upkeep/backup/format/passphrase.ts';
import { createFileNotes, type BackupNotes, type BackupState } from './backup-notes.ts';
import type { DailyAnswer, DailyJob } from './backup-process.ts';
import { beginArchive, findEnded } from './daily-archives.ts';
import { createDailyReport } from './daily-report.ts';
import { runDailyJob } from './run-daily-job.ts';

/** Makes the backup of `day` at `target` with the settings. Rejects with an Error for the operator. */
async function attemptDailyBackup(
  {
    dataDir,
    database,
    store,
    timeZone,
    backup,
  }: Pick<Config, 'dataDir' | 'database' | 'store' | 'timeZone' | 'backup'>,
  { target, day, notes, holder }: { target: string; day: string; notes: BackupNotes; holder: string },
  run: (job: DailyJob) => Promise<DailyAnswer>,
): Promise<DailyAnswer> {
  const passphrase = await findPassphrase({ file: backup.passphraseFile, passphrase: backup.passphrase });
  requireStrong(passphrase);
  const isFile = target.includes('{date}');
  if (!isFile) await requireStillThere(notes, target);
  const job = { dataDir, database, store, passphrase, holder };
  const finished = { day, timeZone, at: backup.at };
  if (!isFile) return run({ ...job, target, finished, keepInFolder: backup.keep });
  const ended = await findEnded(notes);
  if (ended !== null) {
    // The process that wrote it was killed before it was noted. If it can't be read, another one is made next to it.
    const answer = await run({ ...job, target: ended, finished: { ...finished, day: null }, keepInFolder: null });
    if (answer.state !== 'failed') return answer;
  }
  return run({ ...job, target: await beginArchive(notes, target, day), keepInFolder: null });
}

/**
 * Throws if earlier backups are missing. An unmounted disk looks like an empty folder; a backup there would fill the
 * parent disk.
 */
async function requireStillThere(notes: BackupNotes, target: string): Promise<void> {
  const { lastSuccess } = (await notes.read()).daily;
  if (lastSuccess?.target !== target) return;
  if (await stat(path.join(target, headerName)).catch(() => null)) return;
  throw new Error(
    `the earlier backups in ${target} are not there; is the disk mounted? Each of several servers needs it. To start a new set there, run once: npm run backup -- ${target}`,
  );
}

/**
 * Returns why the daily backup can't be written to BACKUP_TO, in one line that says what to do; null if it can.
 * Tested at the start, so that the operator does not learn it from a missing backup. Creates nothing permanent.
 */
export async function findBackupFault(to: string): Promise<string | null> {
  const isArchive = to.includes('{date}');
  const folder = path.resolve(isArchive ? path.dirname(to) : to);
  const nearest = await findNearest(folder);
  const fault = isArchive ? await findFolderFault(folder) : null;
  if (fault !== null)
    return `setting BACKUP_TO: ${fault}; name a folder that the user of the server can write to, or mount its disk`;
  try {
    await rmdir(await mkdtemp(path.join(nearest, '.examshelf-')));
    return null;
  } catch (error) {
    const said = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `setting BACKUP_TO: the user of the server can't write to ${nearest} (${said}), so there will be no daily backups; name a folder that this user may write to`;
  }
}

/** Returns the folder itself, or the one in which it is to be created. */
async function findNearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = path.dirname(folder);
  return isThere || parent === folder ? folder : findNearest(parent);
}

export interface DailyBackup {
  /**
   * Returns the state of backups of all nodes; `isDaily` if one is made every day, `isRunning` if this node makes one
   * now.
   */
  state(): Promise<BackupState & { isRunning: boolean; isDaily: boolean }>;
  /** Logs an error if BACKUP_TO can't be written. From now on checks every minute if a backup is due. */
  start(): void;
  /** Makes the backup of the day if it is due. */
  tick(): Promise<void>;
  /** Stops a backup that is running; the next one resumes it. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** Minimum time between two attempts, independent of the clock. */
const retryMs = 60 * minuteMs;

type Parts = {
  config: Pick<Config, 'dataDir' | 'database' | 'store' | 'timeZone' | 'backup'>;
  log: Logger;
  /** The leadership that decides which node makes it; null or absent if there is only one. */
  lead?: (Pick<Leadership, 'confirm' | 'isLeader'> & Partial<Pick<Leadership, 'onLead'>>) | null;
  /** Of several nodes: the leases for the backup, this node's name in them, and the shared state. */
  leases?: Leases;
  node?: string;
  notes?: BackupNotes;
  checkMs?: number;
  now?: () => number;
  /** A monotonic clock in milliseconds. */
  monotonic?: () => number;
  run?: (job: DailyJob, signal: AbortSignal) => Promise<DailyAnswer>;
};

/**
 * Makes the backup of the day (settings BACKUP_TO, BACKUP_AT, BACKUP_KEEP). A missed backup is made as soon as
 * possible. A failed one is retried every hour and logged as an error once a day. Of several nodes the leader makes
 * it; when another node becomes the leader, the process that makes it is ended, and the new leader makes the backup
 * of the day.
 */
export function createDailyBackup(parts: Parts): DailyBackup {
  const { config, log, lead = null, leases = onlyHolder, node = 'server' } = parts;
  const { notes = createFileNotes(config.dataDir) } = parts;
  const { to } = config.backup;
  const stop = new AbortController();
  const making = createMaking({ ...parts, lead, node, notes, stop: stop.signal });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWaiting = false;

  /** If the leadership can't be read, the records can't be read either. */
  const leads = async () => lead === null || lead.confirm().catch(() => false);

  async function makeWhenDue(): Promise<void> {
    try {
      if (to !== null && (await leads()) && (await making.isDue(to))) await makeInTurn(to);
    } catch (error) {
      logRetriedWork(log, error, { work: 'noting the daily backup', retried: 'within an hour' });
    }
  }

  /** Makes the backup unless another machine is making it, or has just made it. */
  async function makeInTurn(target: string): Promise<void> {
    const turn = await takeBackupTurn({ leases, holder: node });
    if (!turn) {
      const message = 'another machine is making a backup; the daily one is made after it if it is still due';
      log[isWaiting ? 'debug' : 'info'](message);
      isWaiting = true;
      return;
    }
    isWaiting = false;
    try {
      if (await making.isDue(target)) await making.make(target, turn);
    } finally {
      await turn.end();
    }
  }

  const tick = async () => {
    running ??= makeWhenDue().finally(() => (running = null));
    await running;
  };

  return {
    start() {
      if (to === null) return;
      void reportFault(to, log);
      timer = setInterval(() => void tick(), minuteMs);
      timer.unref();
      // A new leader immediately resumes a started backup.
      lead?.onLead?.(() => void tick());
    },
    tick,
    state: async () => ({
      ...(await notes.read()),
      isRunning: running !== null,
      isDaily: to !== null,
    }),
    async close() {
      clearInterval(timer);
      stop.abort();
      await running?.catch(() => undefined);
    },
  };
}

async function reportFault(to: string, log: Pick<Logger, 'error'>): Promise<void> {
  const fault = await findBackupFault(to);
  if (fault !== null) log.error(fault);
}

/** Makes backups, and decides when they are due. Does not check for leadership. */
function createMaking(parts: Parts & Required<Pick<Parts, 'lead' | 'node' | 'notes'>> & { stop: AbortSignal }): {
  isDue(target: string): Promise<boolean>;
  make(target: string, turn: BackupTurn): Promise<void>;
} {
  const { config, log, lead, node, notes, checkMs, stop } = parts;
  const { now = Date.now, monotonic = () => performance.now(), run = runDailyJob } = parts;
  const { timeZone, backup } = config;
  let lastAttempt = -Infinity;
  const dayOf = (moment: number) => backupDay(moment, { timeZone, at: backup.at });
  const report = createDailyReport({ notes, keep: backup.keep, log, dayOf });

  return {
    async isDue(target) {
      if (stop.aborted || monotonic() - lastAttempt < retryMs) return false;
      const { lastSuccess } = (await notes.read()).daily;
      if (lastSuccess === null || lastSuccess.target !== target) return true;
      const last = Date.parse(lastSuccess.at);
      // A success that a wrong clock dated in the future must not prevent all others.
      return last > now() || dayOf(last) < dayOf(now());
    },

    async make(target, turn) {
      lastAttempt = monotonic();
      const began = now();
      const beganAt = monotonic();
      const { result: answer, isLost } = await whileLeading(
        lead,
        (lost) => {
          const signal = AbortSignal.any([stop, lost, turn.lost]);
          return attempt(config, { target, day: dayOf(now()), notes, holder: node }, (job) => run(job, signal));
        },
        checkMs,
      );
      // A complete backup is noted even if this node no longer leads: otherwise it would be made again.
      if (answer.state !== 'made' && (stop.aborted || isLost || turn.lost.aborted)) {
        // The target is not at fault: if this node leads again, it resumes.
        lastAttempt = -Infinity;
        if (!stop.aborted) log.warn('another node is the leader now and makes the backup that was started here');
      } else if (answer.state === 'busy') log.info('another backup is being made; the daily one is retried in an hour');
      else if (answer.state === 'failed') await report.failure({ target, began, message: answer.message });
      else {
        const seconds = Math.round((monotonic() - beganAt) / 1000);
        const { madeBefore } = answer.outcome;
        const made = { target, began: madeBefore === undefined ? began : Date.parse(madeBefore), seconds };
        await report.success(made, answer.outcome, answer.refused);
        // It may be that of an earlier day.
        if (madeBefore !== undefined) lastAttempt = -Infinity;
      }
    },
  };
}

/** Same as `attemptDailyBackup`, with a failure as a result. */
async function attempt(...given: Parameters<typeof attemptDailyBackup>): Promise<DailyAnswer> {
  try {
    return await attemptDailyBackup(...given);
  } catch (error) {
    // The server's own process writes only the state of the backups, in the data folder.
    const explained = explain(error, path.join(given[0].dataDir, 'backups'));
    return { state: 'failed', message: explained instanceof Error ? explained.message : String(explained) };
  }
}
