import type { ReadReplica } from '#server/database/read-replica.ts';

/** What is asked of the two servers. */
export type ReplicaQuestions = {
  /** Where the primary's log of writes ends: everything that is committed is before it. Null if it does not answer. */
  endOfLog(): Promise<string | null>;
  /**
   * Whether the replica has replayed the log up to there; null asks only what it is. Rejects if it does not answer or is no
   * replica of the primary.
   */
  hasReplayed(end: string | null): Promise<boolean>;
};

export type ReplicaLag = ReadReplica & {
  /** A statement or a connection of the replica failed: it is not used until it has answered again. */
  suspect(error: unknown): void;
  close(): void;
};

/** How soon it is asked again whether the replica has caught up; the wait doubles. */
const firstMs = 10;
const mostMs = 1000;
/** How soon a replica that does not answer is tried again; the wait doubles. */
const firstAwayMs = 500;
const mostAwayMs = 15_000;
/** How often one that is used is looked at, although nothing has changed: it may have become a primary. */
const lookMs = 5000;

/**
 * Knows whether a replica has everything that this node was told of. After a change it is not used until it has replayed the
 * primary's log up to where it ended after the change: what is read in it is never older than what is known here, so
 * nothing old is cached.
 */
export function watchReplica(
  questions: ReplicaQuestions,
  onState: (state: 'used' | 'away', error?: unknown) => void,
): ReplicaLag {
  let noted = 0;
  let losses = 0;
  /** The change up to which the replica has everything. */
  let replayed = -1;
  let isAway = false;
  let isRunning = false;
  let isClosed = false;
  let waitMs = firstMs;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const wanted = noted;
    const before = losses;
    const end = await questions.endOfLog();
    const isThere = await questions.hasReplayed(end);
    // Lost while it was asked: the answer may be of before.
    if (before !== losses) return;
    if (end === null) {
      // Without the primary nothing changes: what was current stays so, and guests can read on.
      waitMs = mostMs;
      return;
    }
    if (isThere) replayed = wanted;
    const wasAway = isAway;
    isAway = false;
    if (wasAway) onState('used');
    waitMs = isCurrent() ? lookMs : wasAway || isThere ? firstMs : Math.min(waitMs * 2, mostMs);
  }

  function lose(error: unknown): void {
    losses += 1;
    if (!isAway) onState('away', error);
    waitMs = isAway ? Math.min(waitMs * 2, mostAwayMs) : firstAwayMs;
    isAway = true;
    // What it has when it is back is not known.
    replayed = -1;
  }

  const isCurrent = () => replayed === noted && !isAway;

  function run(): void {
    clearTimeout(timer);
    if (isRunning || isClosed) return;
    isRunning = true;
    void look()
      .catch(lose)
      .finally(() => {
        isRunning = false;
        if (!isClosed) timer = setTimeout(run, waitMs).unref();
      });
  }

  return {
    noteChange() {
      noted += 1;
      if (isAway) return;
      waitMs = firstMs;
      run();
    },
    suspect(error) {
      if (isAway || isClosed) return;
      lose(error);
      clearTimeout(timer);
      if (!isRunning) timer = setTimeout(run, waitMs).unref();
    },
    get state() {
      if (isAway) return 'away';
      return isCurrent() ? 'used' : 'behind';
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
