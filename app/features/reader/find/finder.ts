import { findMatches, isSearchable, type FindOptions } from './find-matches.ts';
import type { LinedText } from './folded-text.ts';
import { outwardFrom, seekHit, type Hit, type HitsByPage, type SeekFrom } from './seek-hit.ts';

/** What has been found so far. A new object whenever anything changes. */
export type Finding = {
  /** What is looked for; '' while there is nothing to look for. */
  query: string;
  hits: HitsByPage;
  /** The hit one has come to; null until the first is known. */
  current: Hit | null;
  /** Pages that could not be read; they count as read. */
  brokenPages: number;
  isDone: boolean;
  /** Whether any page read so far has words at all. */
  hasText: boolean;
};

export type Finder<Text> = {
  /** Looks for something else, from a place on. Nothing is read for what is empty. */
  search(query: string, options: FindOptions, from: { page: number; offset: number }): void;
  /** Goes to the next hit, or the one before; waits where pages in between have yet to be read. */
  step(direction: 1 | -1): void;
  /** Ends reading and forgets what was found; texts are kept for the next search. */
  stop(): void;
  finding(): Finding;
  /** Told of every change; returns the end of it. */
  subscribe(changed: () => void): () => void;
  /** Told the hit one has come to, and the text of its page if that is kept; returns the end of it. */
  watchHits(come: (hit: MetHit<Text>) => void): () => void;
};

type MetHit<Text> = { page: number; start: number; end: number; text: Text | null };

/** Pages asked for at once: over a slow line one waits while the next is on its way. */
const readAtOnce = 3;

/** Letters kept for the next search, in all pages together; pages beyond are read again. */
const maxKeptLetters = 8_000_000;

/** How long pages already read are searched before the window gets its turn, in milliseconds. */
const sliceMs = 12;

/** Nothing looked for, nothing found. */
export const nothingFound: Finding = {
  query: '',
  hits: new Map(),
  current: null,
  brokenPages: 0,
  isDone: false,
  hasText: false,
};

/**
 * Looks for words in a whole document, page by page, outward from the one being read. `readText` gives the text of a
 * page, numbered from 1, and ends when its signal is aborted; a page it fails for counts as one without hits.
 */
export function createFinder<Text extends LinedText>(parts: {
  pageCount: number;
  readText: (page: number, signal: AbortSignal) => Promise<Text>;
}): Finder<Text> {
  const { pageCount, readText } = parts;
  const kept = new Map<number, Text>();
  let keptLetters = 0;
  const listeners = new Set<() => void>();
  const watchers = new Set<(hit: MetHit<Text>) => void>();
  let finding = nothingFound;
  let reading: AbortController | null = null;
  /** A step that waits for pages to be read. */
  let waiting: { from: SeekFrom; direction: 1 | -1 } | null = null;
  let anchor = { page: 1, offset: 0 };

  function tell(change: Partial<Finding>) {
    finding = { ...finding, ...change };
    for (const listener of listeners) listener();
  }

  async function textOf(page: number, signal: AbortSignal): Promise<Text> {
    const known = kept.get(page);
    if (known) return known;
    const read = await readText(page, signal);
    if (!kept.has(page) && keptLetters + read.text.length <= maxKeptLetters) {
      kept.set(page, read);
      keptLetters += read.text.length;
    }
    return read;
  }

  function settleStep(hits: HitsByPage): Hit | null {
    if (!waiting) return finding.current;
    const hit = seekHit(hits, pageCount, waiting.from, waiting.direction);
    if (hit === 'unread') return finding.current;
    waiting = null;
    return hit;
  }

  function arrive(hit: Hit | null) {
    if (!hit) return;
    const spans = finding.hits.get(hit.page)!;
    const start = spans[hit.index * 2]!;
    anchor = { page: hit.page, offset: start };
    const met = { page: hit.page, start, end: spans[hit.index * 2 + 1]!, text: kept.get(hit.page) ?? null };
    for (const watcher of watchers) watcher(met);
  }

  async function run(query: string, options: FindOptions, signal: AbortSignal) {
    const order = outwardFrom(anchor.page, pageCount);
    const hits = new Map<number, Uint32Array>();
    let { brokenPages, hasText } = nothingFound;
    let sliceEnd = performance.now() + sliceMs;

    let isShown = true;

    function show() {
      isShown = true;
      const before = finding.current;
      const current = settleStep(hits);
      // The map is filled further; who looks sees a new one.
      tell({ hits: new Map(hits), current, brokenPages, hasText, isDone: hits.size === pageCount });
      if (current !== before) arrive(current);
    }

    async function readOn() {
      for (let page = order.shift(); page !== undefined; page = order.shift()) {
        // Pages read before go fast: they are shown together, before the first that has to be waited for.
        if (!kept.has(page) && !isShown) show();
        const text = await textOf(page, signal).catch(() => null);
        if (signal.aborted) return;
        hits.set(page, text ? findMatches(text, query, options) : new Uint32Array());
        brokenPages += text ? 0 : 1;
        hasText ||= (text?.text.trim() ?? '') !== '';
        isShown = false;
        if (hits.size === pageCount) show();
        if (performance.now() < sliceEnd) continue;
        if (!isShown) show();
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
        sliceEnd = performance.now() + sliceMs;
      }
      if (!isShown) show();
    }

    await Promise.all(Array.from({ length: readAtOnce }, readOn));
  }

  function stop() {
    reading?.abort();
    reading = null;
    waiting = null;
  }

  return {
    search(query, options, from) {
      stop();
      anchor = from;
      if (!isSearchable(query)) return tell({ ...nothingFound });
      waiting = { from: { ...from, isInclusive: true }, direction: 1 };
      reading = new AbortController();
      tell({ ...nothingFound, query });
      void run(query, options, reading.signal);
    },
    step(direction) {
      if (finding.query === '') return;
      waiting = { from: { ...anchor, isInclusive: finding.current === null }, direction };
      const before = finding.current;
      const current = settleStep(finding.hits);
      if (current !== before) tell({ current });
      // The only hit there is may have been scrolled away from.
      if (!waiting) arrive(current);
    },
    stop() {
      stop();
      tell(nothingFound);
    },
    finding: () => finding,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    watchHits(come) {
      watchers.add(come);
      return () => watchers.delete(come);
    },
  };
}
