import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { matchText } from '#app/features/viewer/find/match-text.ts';
import { densestHit, findSought } from '#app/features/viewer/sought-words.ts';
import type { PaperHandle } from './paper-frame.tsx';

/** Maximum number of marks to count and show; the frame has the same limit. */
const maxHits = 2000;
/** Pause in typing after which the paper is searched. */
const pauseMs = 200;

export type PaperFind = {
  isOpen: boolean;
  /** Number of times the find box was to be focused. */
  focuses: number;
  /** The text in the find box. */
  query: string;
  /** The number of hits; null until the paper was searched. */
  count: number | null;
  /** The index of the current hit. */
  current: number;
  /** Opens the find bar and requests the text of the paper, or moves the focus to the bar. */
  open: () => void;
  type: (query: string) => void;
  /** Receives the text of the paper: marks the hits, and shows the best one. */
  search: (text: string) => void;
  /** Goes to the next or the previous hit, and wraps around at the ends. */
  step: (direction: 1 | -1) => void;
  close: () => void;
};

/**
 * Implements Find in an HTML paper. At first, marks every word for which the paper was opened. Text that is typed later
 * is found as a phrase, compared as in the reader.
 */
export function usePaperFind(initialWords: string, paper: RefObject<PaperHandle | null>): PaperFind {
  const [isOpen, setIsOpen] = useState(initialWords !== '');
  const [focuses, setFocuses] = useState(0);
  const [query, setQuery] = useState(initialWords);
  const [isTyped, setIsTyped] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  const text = useRef('');

  function show(index: number) {
    setCurrent(index);
    paper.current?.showMark(index);
  }

  function mark(hits: readonly { start: number; end: number }[], best: number) {
    setCount(hits.length);
    paper.current?.mark(hits.flatMap(({ start, end }) => [start, end]));
    if (hits.length > 0) show(best);
  }

  function findNow() {
    if (isTyped) {
      const page = { text: text.current, lineEnds: [] };
      mark(matchText(page, query, { matchCase: false, wholeWords: false }).slice(0, maxHits), 0);
    } else if (query !== '') {
      const hits = findSought(text.current, query).slice(0, maxHits);
      mark(hits, densestHit(hits));
    }
  }

  const searchNow = useEffectEvent(findNow);

  useEffect(
    function searchAfterPause() {
      if (!isTyped) return;
      const timer = setTimeout(() => searchNow(), pauseMs);
      return () => clearTimeout(timer);
    },
    [isTyped, query],
  );

  return {
    isOpen,
    focuses,
    query,
    count,
    current,
    open() {
      if (!isOpen) paper.current?.readText();
      setIsOpen(true);
      setFocuses(focuses + 1);
    },
    type(typed) {
      setQuery(typed);
      setIsTyped(true);
      setCount(null);
    },
    search(received) {
      text.current = received;
      findNow();
    },
    step(direction) {
      if (count) show((current + direction + count) % count);
    },
    close() {
      setIsOpen(false);
      setQuery('');
      setIsTyped(false);
      setCount(null);
      paper.current?.clearMarks();
    },
  };
}
