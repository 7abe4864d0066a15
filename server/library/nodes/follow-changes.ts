import type { Logger } from 'pino';
import type { Changes } from '#server/library/changes.ts';
import type { ChangeLog, LineState } from '#server/engines/database/change-log.ts';
import { openLogReader } from './read-log.ts';

/** Receives the changes of other nodes on this node. */
export interface ChangeFollower {
  state(): {
    /** State of the connection on which the database notifies (LineState). */
    line: LineState;
    /**
     * Time since which the log could not be read, by `performance.now()`, because a clock may be set meanwhile. Null if
     * the log can be read.
     */
    behindSince: number | null;
  };
  /**
   * Resolves when all changes are announced that were in the log at the time of the call. Rejects if the log can't be
   * read.
   */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Polling interval without notifications. */
const pollMs = 3000;
/**
 * Delay before the log is read again after a notification of an entry that is not visible yet; it doubles each time.
 */
const firstAgainMs = 50;

/**
 * Announces the changes of other nodes in this process, in the order in which they became visible. If the node has
 * missed some, because they are no longer in the log or the database was restored to an older state, announces that
 * anything may have changed. Nothing may be cached before this resolves.
 */
export async function followChanges(parts: {
  log: ChangeLog;
  changes: Pick<Changes, 'tell' | 'arriveAt' | 'toldHere'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Promise<ChangeFollower> {
  const { log, logger } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  const reader = await openLogReader({ ...parts, signal });
  let notified = reader.position;
  let behindSince: number | null = null;
  let running: Promise<void> | null = null;
  let calls = 0;
  let againMs = firstAgainMs;
  let timer: NodeJS.Timeout | undefined;

  async function readAll(): Promise<void> {
    let heard: number;
    do {
      heard = calls;
      while (await reader.readSome());
    } while (heard !== calls && !signal.aborted);
    if (behindSince !== null) logger.info('the changes of other nodes can be read again');
    behindSince = null;
  }

  function plan(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const isExpecting = notified > reader.position && behindSince === null;
    againMs = isExpecting ? Math.min(againMs * 2, pollMs) : firstAgainMs;
    timer = setTimeout(pollInBackground, isExpecting ? againMs : pollMs).unref();
  }

  /** Reads the log, once at a time. A call during a read makes it read once more. */
  async function poll(): Promise<void> {
    calls += 1;
    running ??= readAll().finally(() => {
      running = null;
      plan();
    });
    await running;
  }

  const pollInBackground = () =>
    void poll().catch((error: unknown) => {
      if (behindSince === null) logger.warn({ err: error }, 'the changes of other nodes cannot be read');
      behindSince ??= performance.now();
    });

  const line = log.listen({
    onEntry(id) {
      notified = Math.max(notified, id);
      pollInBackground();
    },
    onFailure(error) {
      logger.warn(
        { err: error },
        'the connection for database notifications cannot be opened: changes of other nodes are seen some seconds later; retrying. If it never succeeds, correct DATABASE_DIRECT_URL, or DATABASE_URL if that is not set',
      );
    },
    onState(state) {
      if (state === 'deaf')
        logger.warn(
          'the database does not pass notifications on, as behind a pooler: changes of other nodes are seen some seconds later; name the database itself in DATABASE_DIRECT_URL',
        );
      // Reads the changes written while the connection was lost.
      if (state === 'listening') pollInBackground();
    },
  });
  plan();

  return {
    state: () => ({ line: line.state, behindSince }),
    catchUp: poll,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await line.close();
      await running?.catch(() => undefined);
    },
  };
}
