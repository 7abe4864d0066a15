import { useState, type RefObject } from 'react';
import { densestHit, findSought } from '#app/features/viewing/sought-words.ts';
import type { PaperHandle } from './paper-frame.tsx';

/** More marks than this are not counted or shown; the frame does not mark more either. */
const maxHits = 2000;

export type PaperFind = {
  /** The words that were searched for; '' for none, and after they were cleared. */
  words: string;
  /** The number of hits; null until the paper was searched. */
  count: number | null;
  /** The index of the current hit. */
  current: number;
  /** Searches the text of the paper, marks the hits, and shows the best one. */
  search: (text: string) => void;
  /** Goes to the next or the previous hit, and on at the other end. */
  step: (direction: 1 | -1) => void;
  clear: () => void;
};

/** The words that an HTML paper was opened for, marked in it. */
export function usePaperFind(initialWords: string, paper: RefObject<PaperHandle | null>): PaperFind {
  const [words, setWords] = useState(initialWords);
  const [count, setCount] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);

  function show(index: number) {
    setCurrent(index);
    paper.current?.showMark(index);
  }

  return {
    words,
    count,
    current,
    search(text) {
      const hits = findSought(text, words).slice(0, maxHits);
      setCount(hits.length);
      if (hits.length === 0) return;
      paper.current?.mark(hits.flatMap(({ start, end }) => [start, end]));
      show(densestHit(hits));
    },
    step(direction) {
      if (count) show((current + direction + count) % count);
    },
    clear() {
      setWords('');
      setCount(null);
      paper.current?.clearMarks();
    },
  };
}
