import type { Logger } from 'pino';
import type { BackupNotes } from './backup-notes.ts';
import { keepArchives } from './daily-archives.ts';
import type { BackupOutcome } from '#server/upkeep/backup/make-backup.ts';

/** Records the results of daily backups in the state of the backups and in the log. */
export interface DailyReport {
  /**
   * Records a success, then removes archives beyond `keep`. `refused` is the reason why older backups in a folder were
   * not removed, or null.
   */
  success(
    made: { target: string; began: number; seconds: number },
    outcome: BackupOutcome,
    refused: string | null,
  ): Promise<void>;
  /** Logs an error once a day, and further failures on that day at debug level. */
  failure(failed: { target: string; began: number; message: string }): Promise<void>;
}

export function createDailyReport(parts: {
  notes: BackupNotes;
  keep: number;
  log: Logger;
  dayOf: (moment: number) => string;
}): DailyReport {
  const { notes, keep, log, dayOf } = parts;
  /** The day of the last failure that was logged as an error. */
  let reportedOn: string | null = null;

  return {
    async success({ target, began, seconds }, outcome, refused) {
      const success = {
        at: new Date(began).toISOString(),
        target,
        files: outcome.files,
        bytes: outcome.bytes,
        copiedBytes: outcome.copiedBytes,
        missing: outcome.missing.length,
        seconds,
      };
      const isFile = outcome.target !== target;
      await notes.change((state) => ({
        ...state,
        lastSuccess: success,
        daily: { ...state.daily, lastSuccess: success },
      }));
      const kept = isFile ? await keepArchives(notes, outcome, keep) : refused;
      reportedOn = null;
      log.info({ ...success, snapshot: outcome.snapshot }, 'a backup was made');
      if (success.missing > 0)
        log.error(
          { files: outcome.missing.slice(0, 20), missing: success.missing },
          'the backup lacks files whose bytes are lost or damaged in the library',
        );
      if (kept)
        log.error({ reason: kept }, 'older backups were not removed; delete the ones that you no longer need by hand');
    },

    async failure({ target, began, message }) {
      const { daily } = await notes
        .change((state) => ({
          ...state,
          lastFailure: { at: new Date(began).toISOString(), target, message },
        }))
        .catch(() => notes.read());
      const isNew = reportedOn !== dayOf(began);
      reportedOn = dayOf(began);
      log[isNew ? 'error' : 'debug'](
        { reason: message, target, lastSuccess: daily.lastSuccess?.at ?? 'never' },
        'the backup failed; retrying every hour',
      );
    },
  };
}
