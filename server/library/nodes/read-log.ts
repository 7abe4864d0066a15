import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Changes } from '#server/library/changes.ts';
import type { ChangeLog, LogEntry } from '#server/engines/database/change-log.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { toChanges } from './to-changes.ts';

const batch = 200;

/** The position of this node in the log of changes. */
export interface LogReader {
  /**
   * Announces one batch of changes after the position. Returns true if there may be more. Rejects if the database
   * fails.
   */
  readSome(): Promise<boolean>;
  /** All changes up to this position are announced. */
  readonly position: number;
}

/** Starts after the present end of the log. */
export async function openLogReader(parts: {
  log: ChangeLog;
  changes: Pick<Changes, 'tell' | 'arriveAt' | 'toldHere'>;
  logger: Pick<Logger, 'warn' | 'error'>;
  signal: AbortSignal;
}): Promise<LogReader> {
  const { log, changes, logger, signal } = parts;
  let position = await log.position();
  changes.arriveAt(position, changes.toldHere);

  /** Skips an invalid entry, so that it does not block the following ones. */
  function skipUnreadable(error: unknown): { entries: LogEntry[]; isComplete: boolean } {
    // A database that does not respond in time is not an invalid entry either: it is read once it responds.
    if (readFault(error) !== null || error instanceof Problem || signal.aborted) throw error;
    logger.error({ err: error }, 'the log of changes has an entry that cannot be read');
    return { entries: [], isComplete: false };
  }

  return {
    get position() {
      return position;
    },

    async readSome() {
      const { toldHere } = changes;
      const { entries, isComplete } = await log.read(position, batch).catch(skipUnreadable);
      if (signal.aborted) return false;
      if (isComplete) {
        for (const change of toChanges(entries)) changes.tell(change, 'elsewhere');
        position = entries.at(-1)?.id ?? position;
      } else {
        position = await log.position();
        logger.warn('changes of other nodes were missed: all caches are rebuilt');
        changes.tell({ subject: 'anything' }, 'elsewhere');
      }
      changes.arriveAt(position, toldHere);
      return entries.length === batch || !isComplete;
    },
  };
}
