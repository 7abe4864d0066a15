import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PagePoint } from '#app/features/reader/geometry/page-point.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { pointOfLetter } from '#app/features/reader/pdf/page-text.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { spanOf, type FindOptions } from './find-matches.ts';
import { createFinder } from './finder.ts';
import { nothingFound, type Finding } from './finding-store.ts';

/** Pause in typing after which the document is searched. */
const pauseMs = 200;

export type Find = {
  /** The text in the search box. */
  query: string;
  options: FindOptions;
  finding: Finding;
  /** Changes the text in the search box; the search runs while typing. */
  type: (query: string) => void;
  setOptions: (options: FindOptions) => void;
  /** Puts selected words into the search box; the search starts at their position. */
  begin: (selected: { words: string; page: number; offset: number }) => void;
  /** Puts the words of a search in the library into the search box, and marks any of them on this page. */
  land: (words: string, page: number) => void;
  /** Goes to the next or the previous hit; searches at once if the query has just been typed. */
  step: (direction: 1 | -1) => void;
};

/**
 * Finds words in the open document. Reads no text until the user enters a search in the open bar. Calls `onHit` with
 * the position of each hit that becomes current; `isLanding` is true for the one that the document was opened at.
 */
export function useFind(parts: {
  document: PdfDocument | null;
  texts: PageTexts | null;
  isOpen: boolean;
  currentPage: number;
  onHit: (point: PagePoint, isLanding: boolean) => void;
}): Find {
  const { document, texts, isOpen, currentPage, onHit } = parts;
  const [query, setQuery] = useState('');
  const [options, setOptions] = useState<FindOptions>({ matchCase: false, wholeWords: false, anyWord: false });
  /** The position of the selected words, from which the search starts until the first hit is found. */
  const startOfSelection = useRef<{ page: number; offset: number } | null>(null);
  /** The page of the link that opened the document: searched alone until the first step. */
  const landingPage = useRef<number | null>(null);
  const finder = useMemo(
    () => document && texts && createFinder({ pageCount: document.pageCount, readText: texts.read }),
    [document, texts],
  );
  const finding = useSyncExternalStore(finder?.subscribe ?? subscribeToNothing, finder?.finding ?? findNothing);
  const searchNow = useEffectEvent(search);
  const reportHit = useEffectEvent(onHit);

  useEffect(
    function followHits() {
      return finder?.watchHits(({ page, start, text }) => {
        const point = text ? pointOfLetter(page, text, start) : { page, x: 0, y: 0 };
        reportHit(point, finder.finding().isPageOnly);
      });
    },
    [finder],
  );

  function search() {
    if (!finder) return;
    if (landingPage.current !== null) {
      finder.searchPage(query, options, landingPage.current);
      landingPage.current = null;
      return;
    }
    const { current, hits } = finder.finding();
    const spans = current && hits.get(current.page);
    const here = current && spans && { page: current.page, offset: spanOf(spans, current.index).start };
    finder.search(query, options, startOfSelection.current ?? here ?? { page: currentPage, offset: 0 });
    startOfSelection.current = null;
  }

  useEffect(
    function searchAfterPause() {
      if (!isOpen || !finder) return;
      const timer = setTimeout(() => searchNow(), query === '' || landingPage.current ? 0 : pauseMs);
      return () => clearTimeout(timer);
    },
    // Searches again only if the search changes.
    [finder, isOpen, query, options],
  );

  useEffect(
    function forgetWhenClosed() {
      if (isOpen) return () => finder?.stop();
      return undefined;
    },
    [finder, isOpen],
  );

  return {
    query,
    options,
    finding,
    type(typed) {
      setQuery(typed);
      setOptions({ ...options, anyWord: false });
    },
    setOptions,
    begin({ words, page, offset }) {
      startOfSelection.current = { page, offset };
      setQuery(words);
      setOptions({ ...options, anyWord: false });
    },
    land(words, page) {
      landingPage.current = page;
      setQuery(words);
      setOptions({ ...options, anyWord: true });
    },
    step(direction) {
      if (finding.query === query) finder?.step(direction);
      else search();
    },
  };
}

const subscribeToNothing = () => () => {};
const findNothing = () => nothingFound;
