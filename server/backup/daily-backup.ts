import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { DailyAnswer, DailyJob } from './backup-process.ts';
import { backupDay } from './backup-day.ts';
import { changeBackupState, readBackupState, type BackupState } from './backup-state.ts';
import { explain } from './backup-problem.ts';
import { beginArchive, keepArchives } from './daily-archives.ts';
import { headerName } from './layout.ts';
import { findPassphrase, requireStrong } from './passphrase.ts';
import { runDailyJob } from './run-daily-job.ts';

export interface DailyBackup {
  /** What is known of backups; `isDaily` when one is made every day. */
  state(): Promise<BackupState & { isRunning: boolean; isDaily: boolean }>;
  /** From here on looks every minute whether it is time. */
  start(): void;
  /** Makes the backup of the day when it is time. */
  tick(): Promise<void>;
  /** Ends a backup that runs; the next one goes on where it was. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** After a failure, and at the least between two tries whatever the clock says. */
const retryMs = 60 * minuteMs;

/**
 * Makes the backup of the day (settings BACKUP_TO, BACKUP_AT, BACKUP_KEEP). A time that was missed is made up for, a
 * failure is tried again every hour and told as an error once a day.
 */
export function createDailyBackup(parts: {
  config: Pick<Config, 'dataDir' | 'timeZone' | 'backup'>;
  log: Logger;
  now?: () => number;
  /** Never goes back and never jumps, in milliseconds. */
  monotonic?: () => number;
  run?: (job: DailyJob, signal: AbortSignal) => Promise<DailyAnswer>;
}): DailyBackup {
  const { config, log, now = Date.now, monotonic = () => performance.now(), run = runDailyJob } = parts;
  const { dataDir, timeZone, backup } = config;
  const { to } = backup;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let lastTry = -Infinity;
  let toldOn: string | null = null;

  const dayOf = (moment: number) => backupDay(moment, { timeZone, at: backup.at });

  async function isDue(): Promise<boolean> {
    if (to === null || stop.signal.aborted || monotonic() - lastTry < retryMs) return false;
    const { lastSuccess } = (await readBackupState(dataDir)).daily;
    if (lastSuccess === null || lastSuccess.target !== to) return true;
    const last = Date.parse(lastSuccess.at);
    // A success that a wrong clock dated in the future must not stop all others.
    return last > now() || dayOf(last) < dayOf(now());
  }

  async function make(target: string): Promise<void> {
    lastTry = monotonic();
    const began = now();
    const beganAt = monotonic();
    const answer = await attempt(target).catch((error: unknown): DailyAnswer => {
      // In the server itself only the notes about backups are written, in the data folder.
      const said = explain(error, path.join(dataDir, 'backups'));
      return { state: 'failed', message: said instanceof Error ? said.message : String(said) };
    });
    if (stop.signal.aborted) return;
    if (answer.state === 'busy') log.info('another backup is being made; the daily one is tried again in an hour');
    else if (answer.state === 'failed') await tellFailure(target, answer.message, began);
    else {
      const { outcome, refused } = answer;
      const success = {
        at: new Date(began).toISOString(),
        target,
        files: outcome.files,
        bytes: outcome.bytes,
        copiedBytes: outcome.copiedBytes,
        missing: outcome.missing.length,
        seconds: Math.round((monotonic() - beganAt) / 1000),
      };
      const isFile = outcome.target !== target;
      await changeBackupState(dataDir, (state) => ({
        ...state,
        lastSuccess: success,
        daily: { ...state.daily, lastSuccess: success },
      }));
      const kept = isFile ? await keepArchives(dataDir, outcome, backup.keep) : refused;
      toldOn = null;
      log.info({ ...success, snapshot: outcome.snapshot }, 'a backup was made');
      if (success.missing > 0)
        log.error(
          { files: outcome.missing.slice(0, 20), missing: success.missing },
          'the backup lacks files whose bytes are lost or damaged in the library',
        );
      if (kept)
        log.error({ reason: kept }, 'older backups were not removed; remove them by hand if they are of no use');
    }
  }

  async function attempt(target: string): Promise<DailyAnswer> {
    const passphrase = await findPassphrase({ file: backup.passphraseFile, passphrase: backup.passphrase });
    requireStrong(passphrase);
    const isFile = target.includes('{date}');
    if (!isFile) await requireStillThere(target);
    const job = { dataDir, passphrase, target: isFile ? await beginArchive(dataDir, target, dayOf(now())) : target };
    return run({ ...job, keepInFolder: isFile ? null : backup.keep }, stop.signal);
  }

  /** A disk that is not mounted looks like an empty folder; filling the one below it would help nobody. */
  async function requireStillThere(target: string): Promise<void> {
    const { lastSuccess } = (await readBackupState(dataDir)).daily;
    if (lastSuccess?.target !== target) return;
    if (await stat(path.join(target, headerName)).catch(() => null)) return;
    throw new Error(
      `the earlier backups in ${target} are not there; is the disk mounted? To begin anew there, run once: npm run backup -- ${target}`,
    );
  }

  async function tellFailure(target: string, message: string, began: number): Promise<void> {
    const { daily } = await changeBackupState(dataDir, (state) => ({
      ...state,
      lastFailure: { at: new Date(began).toISOString(), target, message },
    })).catch(() => readBackupState(dataDir));
    const isNew = toldOn !== dayOf(began);
    toldOn = dayOf(began);
    log[isNew ? 'error' : 'debug'](
      { reason: message, target, lastSuccess: daily.lastSuccess?.at ?? 'never' },
      'the backup failed; it is tried again every hour',
    );
  }

  async function makeWhenDue(): Promise<void> {
    try {
      if (to !== null && (await isDue())) await make(to);
    } catch (error) {
      log.error({ err: error }, 'the backup could not be noted');
    }
  }

  const tick = async () => {
    running ??= makeWhenDue().finally(() => (running = null));
    await running;
  };

  return {
    start() {
      if (to === null) return;
      timer = setInterval(() => void tick(), minuteMs);
      timer.unref();
    },
    tick,
    state: async () => ({
      ...(await readBackupState(dataDir)),
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
