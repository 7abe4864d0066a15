import { useEffect, type Dispatch } from 'react';
import type { Comparing } from '#app/features/viewer/comparing.ts';
import type { Done, Exam, Neighbours } from '#app/features/viewer/viewing-actions.ts';
import type { ReaderEvent } from './reader-state.ts';

/** Facts that the page knows and the reader's actions depend on. */
type OuterState = {
  /** Undefined for materials that are no papers, null until they are known. */
  neighbours: Neighbours | null | undefined;
  done: Done | undefined;
  exam: Exam | undefined;
  bookmarks: readonly number[];
  comparing: Comparing;
};

/** Copies these facts into the state of the reader, when it opens and when they change. */
export function useOuterState(outer: OuterState, change: Dispatch<ReaderEvent>): void {
  const { neighbours, bookmarks, comparing } = outer;
  const hasNewer = neighbours ? neighbours.newer !== null : undefined;
  const hasOlder = neighbours ? neighbours.older !== null : undefined;
  const isDone = outer.done?.isDone ?? null;
  const isExam = outer.exam?.isOn ?? null;
  useEffect(
    function followNeighbours() {
      if (hasNewer !== undefined && hasOlder !== undefined) change({ type: 'neighboursFound', hasNewer, hasOlder });
    },
    [hasNewer, hasOlder, change],
  );
  useEffect(
    function followMark() {
      change({ type: 'doneChanged', isDone });
    },
    [isDone, change],
  );
  useEffect(
    function followClock() {
      change({ type: 'examChanged', isExam });
    },
    [isExam, change],
  );
  useEffect(
    function followBookmarks() {
      change({ type: 'bookmarksChanged', bookmarks });
    },
    [bookmarks, change],
  );
  useEffect(
    function followSides() {
      change({ type: 'sidesChanged', comparing });
    },
    [comparing, change],
  );
}
