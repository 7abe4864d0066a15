import { stagedFilters, type StagedFilter } from '#contract/staging.ts';
import { SignInDeclined } from '#app/features/session/library-problem.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import type { StagedRow, StagingCalls } from '#app/features/import/calls/staging-calls.ts';

export type StagedCounts = Record<StagedFilter, number>;

export type RowsState = {
  /** Unpublished rows, and those published in this visit, in the order of staging. */
  rows: ReadonlyMap<string, StagedRow>;
  counts: StagedCounts | null;
  /** `partly`: the first rows are loaded, more are being read. */
  loading: 'no' | 'first' | 'partly' | 'done';
  error: unknown;
};

/** Polling interval while there is activity. */
const pollMs = 1500;
/**
 * Number of responses without a change after which polling stops. More than one, because texts are compared shortly
 * after they are extracted.
 */
const quietPolls = 6;
/** Maximum polling interval while the library cannot be reached. */
const maxPauseMs = 30_000;

/** The staged files of the server, updated while there is activity. */
export class StagedRows {
  #calls: Pick<StagingCalls, 'list' | 'changes'>;
  #store = createStore<RowsState>({ rows: new Map(), counts: null, loading: 'no', error: null });
  #revision: string | null = null;
  #syncing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet = 0;
  #failures = 0;
  #isWatched = false;
  #loads = 0;

  constructor(calls: Pick<StagingCalls, 'list' | 'changes'>) {
    this.#calls = calls;
  }

  get = () => this.#store.get();
  subscribe = (listener: () => void) => this.#store.subscribe(listener);

  /** Reads all rows; the first page is shown before the rest is read. */
  load = async (): Promise<void> => {
    const mine = (this.#loads += 1);
    this.#store.update({ loading: this.get().rows.size > 0 ? 'partly' : 'first', error: null });
    try {
      let cursor: number | null = null;
      const seen = new Set<string>();
      // Rows staged meanwhile are among the changes after the first page.
      const known = [...this.get().rows.values()].filter(({ state }) => state !== 'published');
      do {
        const page = await this.#calls.list('open', cursor);
        if (mine !== this.#loads) return;
        if (cursor === null) this.#revision = page.revision;
        for (const { $id } of page.files) seen.add($id);
        this.put(page.files, [], cursor === null ? page.counts : undefined);
        cursor = page.next;
        if (cursor !== null) this.#store.update({ loading: 'partly' });
      } while (cursor !== null);
      const gone = known.filter(({ $id }) => !seen.has($id)).map(({ $id }) => $id);
      if (gone.length > 0) this.remove(gone);
      this.#store.update({ loading: 'done' });
      this.wake();
    } catch (error) {
      if (mine === this.#loads) this.#store.update({ loading: 'no', error });
    }
  };

  put(files: readonly StagedRow[], removed: readonly string[] = [], counts?: StagedCounts): void {
    const before = this.get();
    if (files.length === 0 && removed.length === 0) return this.#putCounts(counts);
    const rows = new Map(before.rows);
    for (const file of files) {
      const known = rows.get(file.$id);
      if (known && known.revision > file.revision) continue;
      // Files published in an earlier visit are not shown.
      if (known || file.state !== 'published') rows.set(file.$id, file);
    }
    for (const id of removed) rows.delete(id);
    this.#store.update({ rows, counts: counts ?? before.counts });
  }

  /** Preserves the object if no count has changed, so that components don't render again. */
  #putCounts(counts: StagedCounts | undefined): void {
    const before = this.get().counts;
    const isSame = before && stagedFilters.every((name) => counts?.[name] === before[name]);
    if (counts && !isSame) this.#store.update({ counts });
  }

  remove(ids: readonly string[]): void {
    this.put([], ids);
  }

  /** Reads all changes up to now. */
  async sync(): Promise<void> {
    // A sync that has begun may have missed the last change.
    if (this.#syncing) await this.#syncing.catch(() => {});
    await this.#syncOnce();
  }

  /** Starts polling for changes, for a limited time; call it when there is new activity. */
  wake(): void {
    this.#quiet = 0;
    this.#schedule();
  }

  /** Polls changes while the page is visible, until the returned function is called. */
  watch(): () => void {
    this.#isWatched = true;
    const check = () => {
      this.#quiet = Math.min(this.#quiet, quietPolls - 1);
      this.#schedule(0);
    };
    document.addEventListener('visibilitychange', check);
    check();
    return () => {
      this.#isWatched = false;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', check);
    };
  }

  #syncOnce(): Promise<void> {
    return (this.#syncing ??= this.#readChanges().finally(() => {
      this.#syncing = null;
    }));
  }

  async #readChanges(): Promise<void> {
    for (;;) {
      if (this.#revision === null) return;
      const answer = await this.#calls.changes(this.#revision);
      this.#revision = answer.revision;
      if (answer.isReset) return this.load();
      if (answer.files.length > 0 || answer.removed.length > 0) this.#quiet = 0;
      this.put(answer.files, answer.removed, answer.counts);
      if (!answer.hasMore) return;
    }
  }

  #schedule(delay = pollMs): void {
    clearTimeout(this.#timer);
    if (!this.#isWatched || document.hidden) return;
    const isReading = (this.get().counts?.reading ?? 0) > 0;
    if (!isReading && this.#quiet >= quietPolls) return;
    this.#timer = setTimeout(() => void this.#poll(), delay);
  }

  async #poll(): Promise<void> {
    this.#quiet += 1;
    try {
      await this.#syncOnce();
      this.#failures = 0;
    } catch (error) {
      // Somebody who declined to sign in is not asked again until they act.
      if (error instanceof SignInDeclined) return;
      // Polls again with growing delays. Actions of a person report meanwhile that the library cannot be reached.
      this.#failures += 1;
    }
    this.#schedule(Math.min(pollMs * 2 ** this.#failures, maxPauseMs));
  }
}
