import type { StagedFilter } from '#contract/staging.ts';
import { createStore } from '#app/features/staging/store.ts';
import type { StagedRow, StagingCalls } from '#app/features/staging/staging-calls.ts';

export type StagedCounts = Record<StagedFilter, number>;

export type RowsState = {
  /** Every row that is not published, and those that were published meanwhile, in the order in which they were staged. */
  rows: ReadonlyMap<string, StagedRow>;
  counts: StagedCounts | null;
  /** `partly`: the first rows are there, more are being read. */
  loading: 'no' | 'first' | 'partly' | 'done';
  error: unknown;
};

export type StagedRows = ReturnType<typeof createStagedRows>;

/** How often changes are read while something is going on. */
const pollMs = 1500;
/** After so many answers without a change nothing is going on; texts are still compared a moment after they were read. */
const quietPolls = 6;
/** While the library cannot be reached. */
const maxPauseMs = 30_000;

/** The staged files as the server has them, kept up to date while something is going on. */
export function createStagedRows(calls: Pick<StagingCalls, 'list' | 'changes'>) {
  const store = createStore<RowsState>({ rows: new Map(), counts: null, loading: 'no', error: null });
  let revision: string | null = null;
  let syncing: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quiet = 0;
  let failures = 0;
  let isWatched = false;
  let loads = 0;

  function put(files: readonly StagedRow[], removed: readonly string[] = [], counts?: StagedCounts): void {
    const before = store.get();
    const rows = new Map(before.rows);
    for (const file of files) {
      const known = rows.get(file.$id);
      if (known && known.revision > file.revision) continue;
      // What was published in an earlier visit is not shown.
      if (known || file.state !== 'published') rows.set(file.$id, file);
    }
    for (const id of removed) rows.delete(id);
    store.update({ rows, counts: counts ?? before.counts });
  }

  /** Reads all rows, the first page at once, the rest after it. */
  async function load(): Promise<void> {
    const mine = (loads += 1);
    store.update({ loading: store.get().rows.size > 0 ? 'partly' : 'first', error: null });
    try {
      let cursor: number | null = null;
      const seen = new Set<string>();
      do {
        const page = await calls.list('open', cursor);
        if (mine !== loads) return;
        if (cursor === null) revision = page.revision;
        for (const { $id } of page.files) seen.add($id);
        put(page.files, [], cursor === null ? page.counts : undefined);
        cursor = page.next;
        if (cursor !== null) store.update({ loading: 'partly' });
      } while (cursor !== null);
      const gone = [...store.get().rows.values()].filter(({ $id, state }) => !seen.has($id) && state !== 'published');
      // What was staged since the first page is told by the next change.
      if (gone.length > 0)
        put(
          [],
          gone.map(({ $id }) => $id),
        );
      store.update({ loading: 'done' });
      quiet = 0;
      schedule();
    } catch (error) {
      if (mine === loads) store.update({ loading: 'no', error });
    }
  }

  /** Reads what changed. One at a time. */
  function sync(): Promise<void> {
    return (syncing ??= readChanges().finally(() => {
      syncing = null;
    }));
  }

  async function readChanges(): Promise<void> {
    for (;;) {
      if (revision === null) return;
      const answer = await calls.changes(revision);
      revision = answer.revision;
      if (answer.isReset) {
        await load();
        return;
      }
      if (answer.files.length > 0 || answer.removed.length > 0) quiet = 0;
      put(answer.files, answer.removed, answer.counts);
      if (!answer.hasMore) return;
    }
  }

  function schedule(delay = pollMs): void {
    clearTimeout(timer);
    if (!isWatched || document.hidden || revision === null) return;
    const isReading = (store.get().counts?.reading ?? 0) > 0;
    if (!isReading && quiet >= quietPolls) return;
    timer = setTimeout(() => void poll(), delay);
  }

  async function poll(): Promise<void> {
    quiet += 1;
    try {
      await sync();
      failures = 0;
    } catch {
      // Asked again, less and less often; what a person does meanwhile says that the library is away.
      failures += 1;
    }
    schedule(Math.min(pollMs * 2 ** failures, maxPauseMs));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    put: (files: readonly StagedRow[]) => put(files),
    remove: (ids: readonly string[]) => put([], ids),
    /** Reads what has changed up to now. */
    async sync(): Promise<void> {
      // One that has begun may have missed the last change.
      if (syncing) await syncing.catch(() => {});
      await sync();
    },
    /** Follows changes for a while; call it when something has begun. */
    wake() {
      quiet = 0;
      schedule();
    },
    /** Follows changes while the page is visible, until the returned function is called. */
    watch() {
      isWatched = true;
      const look = () => {
        quiet = Math.min(quiet, quietPolls - 1);
        schedule(0);
      };
      document.addEventListener('visibilitychange', look);
      look();
      return () => {
        isWatched = false;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
      };
    },
  };
}
