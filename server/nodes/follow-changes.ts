import type { Logger } from 'pino';
import type { Changes } from '#server/changes.ts';
import type { ChangeLog, LineState } from '#server/database/change-log.ts';
import { openLogReader } from './read-log.ts';

/** How this node hears of what others change. */
export interface ChangeFollower {
  state(): {
    /** The line on which the database notifies (LineState). */
    line: LineState;
    /** Since when the log could not be read, by `performance.now()`: a clock may be set meanwhile. Null if it can. */
    behindSince: number | null;
  };
  /** Resolves once everything is told that was in the log when it was called. Rejects if the log cannot be read. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Without a notification, the log is looked at so often. */
const pollMs = 3000;
/** First delay before the log is read again after a notification of an entry that is not visible yet; it doubles. */
const firstAgainMs = 50;

/**
 * Tells in this process what other nodes change, in the order in which it became visible. Whoever has missed something,
 * because the log does not reach back so far or an older state of the database was put back, is told that anything may
 * have changed. Nothing may be cached before it resolves.
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
    timer = setTimeout(lookLater, isExpecting ? againMs : pollMs).unref();
  }

  /** One at a time; a call meanwhile makes it look once more. */
  async function look(): Promise<void> {
    calls += 1;
    running ??= readAll().finally(() => {
      running = null;
      plan();
    });
    await running;
  }

  const lookLater = () =>
    void look().catch((error: unknown) => {
      if (behindSince === null) logger.warn({ err: error }, 'the changes of other nodes cannot be read');
      behindSince ??= performance.now();
    });

  const line = log.listen({
    onEntry(id) {
      notified = Math.max(notified, id);
      lookLater();
    },
    onFailure(error) {
      logger.warn(
        { err: error },
        'the line on which the database notifies cannot be made: changes of other nodes are seen some seconds later; it is tried again and again. If it never succeeds, correct DATABASE_DIRECT_URL, or DATABASE_URL where that is not set',
      );
    },
    onState(state) {
      if (state === 'deaf')
        logger.warn(
          'the database does not pass notifications on, as behind a pooler: changes of other nodes are seen some seconds later; name the database itself in DATABASE_DIRECT_URL',
        );
      // What was written while there was no line.
      if (state === 'listening') lookLater();
    },
  });
  plan();

  return {
    state: () => ({ line: line.state, behindSince }),
    catchUp: look,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await line.close();
      await running?.catch(() => undefined);
    },
  };
}
