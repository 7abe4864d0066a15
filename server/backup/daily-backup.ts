import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Leadership } from '#server/nodes/leadership.ts';
import { whileLeading } from '#server/nodes/while-leading.ts';
import type { DailyAnswer, DailyJob } from './backup-process.ts';
import { backupDay } from './backup-day.ts';
import { readBackupState, type BackupState } from './backup-state.ts';
import { explain } from './backup-problem.ts';
import { attemptDailyBackup } from './daily-attempt.ts';
import { createDailyReport } from './daily-report.ts';
import { runDailyJob } from './run-daily-job.ts';

export interface DailyBackup {
  /** What is known about backups; `isDaily` if one is made every day. */
  state(): Promise<BackupState & { isRunning: boolean; isDaily: boolean }>;
  /** From now on checks every minute whether a backup is due. */
  start(): void;
  /** Makes the backup of the day if it is due. */
  tick(): Promise<void>;
  /** Stops a backup that is running; the next one resumes it. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** Between two attempts, whatever the clock says. */
const retryMs = 60 * minuteMs;

type Parts = {
  config: Pick<Config, 'dataDir' | 'database' | 'store' | 'timeZone' | 'backup'>;
  log: Logger;
  /** Which node makes it; null or absent if there is one. */
  lead?: Pick<Leadership, 'confirm' | 'isLeader'> | null;
  lookMs?: number;
  now?: () => number;
  /** A clock that is never set, in milliseconds. */
  monotonic?: () => number;
  run?: (job: DailyJob, signal: AbortSignal) => Promise<DailyAnswer>;
};

/**
 * Makes the backup of the day (settings BACKUP_TO, BACKUP_AT, BACKUP_KEEP). A backup that was missed is made as soon as
 * possible. A failed one is retried every hour and logged as an error once a day. Of several nodes the one that leads makes it; when
 * another one leads, the process that makes it is ended, and the other one makes the backup of the day.
 */
export function createDailyBackup(parts: Parts): DailyBackup {
  const {
    config,
    log,
    lead = null,
    lookMs,
    now = Date.now,
    monotonic = () => performance.now(),
    run = runDailyJob,
  } = parts;
  const { dataDir, timeZone, backup } = config;
  const { to } = backup;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let lastAttempt = -Infinity;

  const dayOf = (moment: number) => backupDay(moment, { timeZone, at: backup.at });
  const report = createDailyReport({ dataDir, keep: backup.keep, log, dayOf });

  async function isDue(target: string): Promise<boolean> {
    if (stop.signal.aborted || monotonic() - lastAttempt < retryMs) return false;
    const { lastSuccess } = (await readBackupState(dataDir)).daily;
    if (lastSuccess === null || lastSuccess.target !== target) return true;
    const last = Date.parse(lastSuccess.at);
    // A success that a wrong clock dated in the future must not prevent all others.
    return last > now() || dayOf(last) < dayOf(now());
  }

  async function make(target: string): Promise<void> {
    lastAttempt = monotonic();
    const began = now();
    const beganAt = monotonic();
    const { result: answer, isLost } = await whileLeading(
      lead,
      (lost) => {
        const signal = AbortSignal.any([stop.signal, lost]);
        return attempt(config, { target, day: dayOf(now()) }, (job) => run(job, signal));
      },
      lookMs,
    );
    if (stop.signal.aborted) return;
    if (isLost) return log.warn('another node leads now: it makes the backup that was begun here');
    if (answer.state === 'busy') log.info('another backup is being made; the daily one is tried again in an hour');
    else if (answer.state === 'failed') await report.failure({ target, began, message: answer.message });
    else {
      const seconds = Math.round((monotonic() - beganAt) / 1000);
      await report.success({ target, began, seconds }, answer.outcome, answer.refused);
    }
  }

  /** Where it cannot be asked, the records could not be read either. */
  const leads = async () => lead === null || lead.confirm().catch(() => false);

  async function makeWhenDue(): Promise<void> {
    try {
      if (to !== null && (await isDue(to)) && (await leads())) await make(to);
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

/** As `attemptDailyBackup`, with a failure as an answer. */
async function attempt(...given: Parameters<typeof attemptDailyBackup>): Promise<DailyAnswer> {
  try {
    return await attemptDailyBackup(...given);
  } catch (error) {
    // The server's own process writes only the state of the backups, in the data folder.
    const explained = explain(error, path.join(given[0].dataDir, 'backups'));
    return { state: 'failed', message: explained instanceof Error ? explained.message : String(explained) };
  }
}
