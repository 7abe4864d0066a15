import { spanOf } from './find-matches.ts';
import type { Hit, HitsByPage } from './seek-hit.ts';

/** The state of a search. A new object for every change. */
export type Finding = {
  /** The query; '' if there is none. */
  query: string;
  hits: HitsByPage;
  /** The current hit; null until the first is found. */
  current: Hit | null;
  /** Number of pages that could not be read; they count as read. */
  brokenPages: number;
  isDone: boolean;
  /** True if only the page where the search started is searched; the others are searched after the first step. */
  isPageOnly: boolean;
  /** True if any page read so far has text. */
  hasText: boolean;
};

/** The state without a search. */
export const nothingFound: Finding = {
  query: '',
  hits: new Map(),
  current: null,
  brokenPages: 0,
  isDone: false,
  isPageOnly: false,
  hasText: false,
};

/** A hit that became current, with the text of its page if it is cached. */
export type ReachedHit<Text> = { page: number; start: number; end: number; text: Text | null };

/** Stores the state of a search, and notifies listeners of its changes and of each hit that becomes current. */
export function createFindingStore<Text>(textOf: (page: number) => Text | undefined) {
  const listeners = new Set<() => void>();
  const watchers = new Set<(hit: ReachedHit<Text>) => void>();
  let finding = nothingFound;
  return {
    finding: () => finding,
    update(change: Partial<Finding>) {
      finding = { ...finding, ...change };
      for (const listener of listeners) listener();
    },
    /** Makes this hit the current one. Returns its start; null if there is no such hit. */
    reach(hit: Hit | null): { page: number; offset: number } | null {
      const spans = hit && finding.hits.get(hit.page);
      if (!hit || !spans) return null;
      const { start, end } = spanOf(spans, hit.index);
      for (const watcher of watchers) watcher({ page: hit.page, start, end, text: textOf(hit.page) ?? null });
      return { page: hit.page, offset: start };
    },
    subscribe(changed: () => void) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    watchHits(reached: (hit: ReachedHit<Text>) => void) {
      watchers.add(reached);
      return () => watchers.delete(reached);
    },
  };
}
