import { startOfBestHit } from './find-any-word.ts';
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
  /** Whether only the page where it started is searched; the others are when the first step is made. */
  isPageOnly: boolean;
  /** Whether any page read so far has text. */
  hasText: boolean;
};

export type Finder<Text> = {
  /** Searches for another query, starting at this position. Nothing is read for an empty query. */
  search(query: string, options: FindOptions, from: { page: number; offset: number }): void;
  /** Searches one page only, until the first step, starting at the best hit for the words of the query. */
  searchPage(query: string, options: FindOptions, page: number): void;
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
  isPageOnly: false,
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
  let latest: { query: string; options: FindOptions } | null = null;

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

  function start(query: string, options: FindOptions, from: { page: number; offset: number }): AbortSignal | null {
    stop();
    anchor = from;
    latest = { query, options };
    if (!isSearchable(query)) return null;
    pendingStep = { from: { ...from, isInclusive: true }, direction: 1 };
    search = new AbortController();
    return search.signal;
  }

  function searchAll(query: string, options: FindOptions, signal: AbortSignal) {
    const order = outwardFrom(anchor.page, pageCount);
    void searchPages({ order, texts, query, options, signal, onProgress: showProgress });
  }

  return {
    search(query, options, from) {
      const signal = start(query, options, from);
      update(signal ? { ...nothingFound, query } : nothingFound);
      if (signal) searchAll(query, options, signal);
    },
    searchPage(query, options, page) {
      const signal = start(query, options, { page, offset: 0 });
      update(signal ? { ...nothingFound, query, isPageOnly: true } : nothingFound);
      if (!signal) return;
      const onProgress = (progress: SearchProgress) => {
        const text = texts.get(page);
        if (pendingStep && text) pendingStep.from.offset = startOfBestHit(text, query);
        showProgress(progress);
      };
      void searchPages({ order: [page], texts, query, options, signal, onProgress });
    },
    step(direction) {
      if (finding.query === '') return;
      const from = { ...anchor, isInclusive: finding.current === null };
      if (finding.isPageOnly && latest) {
        const { query, options } = latest;
        const signal = start(query, options, anchor);
        update({ isPageOnly: false, isDone: false });
        pendingStep = { from, direction };
        if (signal) searchAll(query, options, signal);
        return;
      }
      pendingStep = { from, direction };
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
