import { findMatches, type FindOptions } from './find-matches.ts';
import type { OrderedText } from './reading-order.ts';
import type { HitsByPage } from './seek-hit.ts';

/** The maximum number of cached letters in all pages together; further pages are read again. */
const maxCachedLetters = 8_000_000;

/** Reads the texts of pages and caches them up to a limit. A failed read is not cached. */
export class TextCache<Text extends { text: string }> {
  readonly #readText: (page: number, signal: AbortSignal) => Promise<Text>;
  readonly #maxLetters: number;
  readonly #texts = new Map<number, Text>();
  #letters = 0;

  constructor(readText: (page: number, signal: AbortSignal) => Promise<Text>, maxLetters = maxCachedLetters) {
    this.#readText = readText;
    this.#maxLetters = maxLetters;
  }

  /** The text of a page if it is cached. */
  get(page: number): Text | undefined {
    return this.#texts.get(page);
  }

  /** The text of a page, cached or read now. */
  async read(page: number, signal: AbortSignal): Promise<Text> {
    const cached = this.#texts.get(page);
    if (cached) return cached;
    const text = await this.#readText(page, signal);
    if (!this.#texts.has(page) && this.#letters + text.text.length <= this.#maxLetters) {
      this.#texts.set(page, text);
      this.#letters += text.text.length;
    }
    return text;
  }
}

/** Pages with text at the same time: on a slow connection one arrives while the next is being loaded. */
const maxReadsAtOnce = 3;

/** Time for which cached pages are searched before other work runs, in milliseconds. */
const sliceMs = 12;

/** The progress of a search. */
export type SearchProgress = { hits: HitsByPage; brokenPages: number; hasText: boolean; isDone: boolean };

/**
 * Searches pages in this order and reports the hits so far, from time to time, until all pages are read or it is
 * aborted.
 */
export async function searchPages(search: {
  order: readonly number[];
  texts: TextCache<OrderedText>;
  query: string;
  options: FindOptions;
  signal: AbortSignal;
  onProgress: (progress: SearchProgress) => void;
}): Promise<void> {
  const { texts, query, options, signal, onProgress } = search;
  const left = [...search.order];
  const pageCount = left.length;
  const hits = new Map<number, Uint32Array>();
  let brokenPages = 0;
  let hasText = false;
  let isReported = true;
  let sliceEnd = performance.now() + sliceMs;

  function report() {
    isReported = true;
    // A copy, because the map changes further.
    onProgress({ hits: new Map(hits), brokenPages, hasText, isDone: hits.size === pageCount });
  }

  async function readPages() {
    for (let page = left.shift(); page !== undefined; page = left.shift()) {
      // Cached pages are fast: they are reported together, before the first page that has to be loaded.
      if (!texts.get(page) && !isReported) report();
      const text = await texts.read(page, signal).catch(() => null);
      if (signal.aborted) return;
      hits.set(page, text ? findMatches(text, query, options) : new Uint32Array());
      brokenPages += text ? 0 : 1;
      hasText ||= (text?.text.trim() ?? '') !== '';
      isReported = false;
      if (hits.size === pageCount) report();
      if (performance.now() < sliceEnd) continue;
      if (!isReported) report();
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
      sliceEnd = performance.now() + sliceMs;
    }
    if (!isReported) report();
  }

  await Promise.all(Array.from({ length: maxReadsAtOnce }, readPages));
}
