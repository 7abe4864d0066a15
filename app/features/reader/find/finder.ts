import { isSearchable, spanOf, type FindOptions } from './find-matches.ts';
import type { LinedText } from './folded-text.ts';
import { searchPages, type SearchProgress } from './search-pages.ts';
import { outwardFrom, seekHit, type Hit, type HitsByPage, type SeekFrom } from './seek-hit.ts';
import { TextCache } from './text-cache.ts';

/** The state of a search. A new object for every change. */
export type Finding = {
  /** The query; '' if there is none. */
  query: string;
  hits: HitsByPage;
  /** The current hit; null until the first is found. */
  current: Hit | null;
  /** Pages that could not be read; they count as read. */
  brokenPages: number;
  isDone: boolean;
  /** Whether any page read so far has text. */
  hasText: boolean;
};

export type Finder<Text> = {
  /** Searches for another query, starting at this position. Nothing is read for an empty query. */
  search(query: string, options: FindOptions, from: { page: number; offset: number }): void;
  /** Goes to the next or the previous hit; waits if pages in between are not read yet. */
  step(direction: 1 | -1): void;
  /** Ends the search and drops what was found; texts stay cached for the next search. */
  stop(): void;
  finding(): Finding;
  /** Adds a listener for every change; returns the function that removes it. */
  subscribe(changed: () => void): () => void;
  /**
   * Adds a listener for each hit that becomes current, with the text of its page if cached; returns the function that
   * removes it.
   */
  watchHits(reached: (hit: ReachedHit<Text>) => void): () => void;
};

type ReachedHit<Text> = { page: number; start: number; end: number; text: Text | null };

/** The state without a search. */
export const nothingFound: Finding = {
  query: '',
  hits: new Map(),
  current: null,
  brokenPages: 0,
  isDone: false,
  hasText: false,
};

/**
 * Searches a whole document, page by page, from the current page outward. `readText` returns the text of a page,
 * numbered from 1, and ends when its signal is aborted; if it fails, the page counts as one without hits.
 */
export function createFinder<Text extends LinedText>(parts: {
  pageCount: number;
  readText: (page: number, signal: AbortSignal) => Promise<Text>;
}): Finder<Text> {
  const { pageCount } = parts;
  const texts = new TextCache(parts.readText);
  const listeners = new Set<() => void>();
  const watchers = new Set<(hit: ReachedHit<Text>) => void>();
  let finding = nothingFound;
  let search: AbortController | null = null;
  /** A step that waits for pages that are not read yet. */
  let pendingStep: { from: SeekFrom; direction: 1 | -1 } | null = null;
  let anchor = { page: 1, offset: 0 };

  function update(change: Partial<Finding>) {
    finding = { ...finding, ...change };
    for (const listener of listeners) listener();
  }

  /** The current hit; if the pending step can be made with these hits, the hit after it. */
  function settleStep(hits: HitsByPage): Hit | null {
    if (!pendingStep) return finding.current;
    const hit = seekHit(hits, pageCount, pendingStep.from, pendingStep.direction);
    if (hit === 'unread') return finding.current;
    pendingStep = null;
    return hit;
  }

  function reach(hit: Hit | null) {
    const spans = hit && finding.hits.get(hit.page);
    if (!hit || !spans) return;
    const { start, end } = spanOf(spans, hit.index);
    anchor = { page: hit.page, offset: start };
    for (const watcher of watchers) watcher({ page: hit.page, start, end, text: texts.get(hit.page) ?? null });
  }

  function showProgress(progress: SearchProgress) {
    const before = finding.current;
    const current = settleStep(progress.hits);
    update({ ...progress, current });
    if (current !== before) reach(current);
  }

  function stop() {
    search?.abort();
    search = null;
    pendingStep = null;
  }

  return {
    search(query, options, from) {
      stop();
      anchor = from;
      if (!isSearchable(query)) return update({ ...nothingFound });
      pendingStep = { from: { ...from, isInclusive: true }, direction: 1 };
      search = new AbortController();
      update({ ...nothingFound, query });
      const order = outwardFrom(anchor.page, pageCount);
      void searchPages({ order, texts, query, options, signal: search.signal, onProgress: showProgress });
    },
    step(direction) {
      if (finding.query === '') return;
      pendingStep = { from: { ...anchor, isInclusive: finding.current === null }, direction };
      const before = finding.current;
      const current = settleStep(finding.hits);
      if (current !== before) update({ current });
      // The only hit may have been scrolled out of view.
      if (!pendingStep) reach(current);
    },
    stop() {
      stop();
      update(nothingFound);
    },
    finding: () => finding,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    watchHits(reached) {
      watchers.add(reached);
      return () => watchers.delete(reached);
    },
  };
}
