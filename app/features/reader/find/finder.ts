import { startOfBestHit } from './find-any-word.ts';
import { isSearchable } from '#app/features/viewer/find/match-text.ts';
import type { FindOptions } from './find-matches.ts';
import { createFindingStore, nothingFound, type Finding, type ReachedHit } from './finding-store.ts';
import type { OrderedText } from './reading-order.ts';
import { searchPages, TextCache, type SearchProgress } from './search-pages.ts';
import { outwardFrom, seekHit, type Hit, type HitsByPage, type SeekFrom } from './seek-hit.ts';

export type Finder<Text> = {
  /** Searches for another query, starting at this position. Nothing is read for an empty query. */
  search(query: string, options: FindOptions, from: { page: number; offset: number }): void;
  /** Searches one page only, until the first step, starting at the best hit for the words of the query. */
  searchPage(query: string, options: FindOptions, page: number): void;
  /** Goes to the next or the previous hit; waits if pages in between are not read yet. */
  step(direction: 1 | -1): void;
  /** Ends the search and drops its hits; texts stay cached for the next search. */
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

/** A running search. */
type Search = { query: string; options: FindOptions; stop: AbortController };

/**
 * Searches a whole document, page by page, from the current page outward. `readText` returns the text of a page,
 * numbered from 1, and ends when its signal is aborted; if it fails, the page counts as one without hits.
 */
export function createFinder<Text extends OrderedText>(parts: {
  pageCount: number;
  readText: (page: number, signal: AbortSignal) => Promise<Text>;
}): Finder<Text> {
  const { pageCount } = parts;
  const texts = new TextCache(parts.readText);
  const store = createFindingStore((page) => texts.get(page));
  const { finding, update } = store;
  let search: Search | null = null;
  /** A step that waits for pages that are not read yet. */
  let pendingStep: { from: SeekFrom; direction: 1 | -1 } | null = null;
  let anchor = { page: 1, offset: 0 };

  /** Returns the current hit; if the pending step can be made with these hits, the hit after it. */
  function settleStep(hits: HitsByPage): Hit | null {
    if (!pendingStep) return finding().current;
    const hit = seekHit(hits, pageCount, pendingStep.from, pendingStep.direction);
    if (hit === 'unread') return finding().current;
    pendingStep = null;
    return hit;
  }

  function showProgress(progress: SearchProgress) {
    const before = finding().current;
    const current = settleStep(progress.hits);
    update({ ...progress, current });
    if (current !== before) anchor = store.reach(current) ?? anchor;
  }

  function stop() {
    search?.stop.abort();
    search = null;
    pendingStep = null;
  }

  /** Starts a search of these pages that goes to the first hit from `from`; null for an empty query. */
  function start(query: string, options: FindOptions, from: { page: number; offset: number }): Search | null {
    stop();
    anchor = from;
    search = isSearchable(query) ? { query, options, stop: new AbortController() } : null;
    if (search) pendingStep = { from: { ...from, isInclusive: true }, direction: 1 };
    return search;
  }

  function read(order: readonly number[], { query, options, stop }: Search, onProgress = showProgress) {
    void searchPages({ order, texts, query, options, signal: stop.signal, onProgress });
  }

  return {
    ...store,
    search(query, options, from) {
      const started = start(query, options, from);
      update(started ? { ...nothingFound, query } : nothingFound);
      if (started) read(outwardFrom(from.page, pageCount), started);
    },
    searchPage(query, options, page) {
      const started = start(query, options, { page, offset: 0 });
      update(started ? { ...nothingFound, query, isPageOnly: true } : nothingFound);
      if (!started) return;
      read([page], started, (progress) => {
        const text = texts.get(page);
        if (pendingStep && text) pendingStep.from.offset = startOfBestHit(text, query);
        showProgress(progress);
      });
    },
    step(direction) {
      const { query, current: before, hits, isPageOnly } = finding();
      if (query === '') return;
      const from = { ...anchor, isInclusive: before === null };
      if (isPageOnly && search) {
        const started = start(query, search.options, anchor);
        update({ isPageOnly: false, isDone: false });
        pendingStep = { from, direction };
        if (started) read(outwardFrom(anchor.page, pageCount), started);
        return;
      }
      pendingStep = { from, direction };
      const current = settleStep(hits);
      if (current !== before) update({ current });
      // The only hit may have been scrolled out of view.
      if (!pendingStep) anchor = store.reach(current) ?? anchor;
    },
    stop() {
      stop();
      update(nothingFound);
    },
  };
}
