import { useCallback, useEffect, useLayoutEffect, useRef, useState, type Dispatch, type RefObject } from 'react';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import './bars.css';

/** State of the bars, and the distance scrolled in one direction since it last changed. */
export type BarTravel = { areHidden: boolean; run: number };

/** Distance scrolled down after which the bars hide; scrolling back a little shows them. */
const leaveAfterPixels = 48;
const returnAfterPixels = 24;

/**
 * Returns the state of the bars after scrolling by `pixels`, down or (negative) up: they hide on scrolling down, and return on
 * scrolling back and at both ends of the document.
 */
export function travel({ areHidden, run }: BarTravel, pixels: number, isAtEnd: boolean): BarTravel {
  const isSameWay = Math.sign(pixels) === Math.sign(run);
  const gone = isSameWay ? run + pixels : pixels;
  if (isAtEnd || gone <= -returnAfterPixels) return { areHidden: false, run: gone };
  return { areHidden: areHidden || gone >= leaveAfterPixels, run: gone };
}

/** Windows on which the bars cover the pages and hide while scrolling; the same query is in bars.css. */
const smallWindow = '(width <= 768px), (height <= 480px)';

const bars = '.reader-head, .reader-tools';

/** The space under the bars at the upper and lower end of the window, in CSS pixels; zero if they cover nothing. */
export type BarRoom = { above: number; below: number };

/**
 * Handles the bars of a small window, where every line of a page counts: they cover the pages, hide while scrolling down and
 * return when needed. For the keyboard and screen readers they are always there: a hidden bar can be focused, which shows it.
 */
export function useBars(parts: {
  dialog: RefObject<HTMLDialogElement | null>;
  areHidden: boolean;
  change: Dispatch<ReaderEvent>;
  /** Moves the focus to the pages. */
  focusPages: () => void;
}): { room: BarRoom; onTravel: (pixels: number, isAtEnd: boolean) => void; onTap: () => void } {
  const { dialog, areHidden, change, focusPages } = parts;
  const room = useBarRoom(dialog);
  const run = useRef(0);
  const areHiddenNow = useRef(areHidden);
  const leaveFocus = useRef(focusPages);

  useLayoutEffect(function noteLatest() {
    areHiddenNow.current = areHidden;
    leaveFocus.current = focusPages;
  });

  useEffect(
    function comeBackForFocus() {
      const element = dialog.current;
      const handleFocus = ({ target }: FocusEvent) => {
        const isSought = target instanceof Element && target.closest(bars) !== null && target.matches(':focus-visible');
        if (isSought) change({ type: 'barsMoved', areHidden: false });
      };
      element?.addEventListener('focusin', handleFocus);
      return () => element?.removeEventListener('focusin', handleFocus);
    },
    [dialog, change],
  );

  const onTravel = useCallback(
    (pixels: number, isAtEnd: boolean) => {
      if (!matchMedia(smallWindow).matches) return;
      const moved = travel({ areHidden: areHiddenNow.current, run: run.current }, pixels, isAtEnd);
      run.current = moved.run;
      if (moved.areHidden === areHiddenNow.current) return;
      const focused = document.activeElement?.closest(bars) ? document.activeElement : null;
      // The focus stays on a control that was reached with the keyboard, or in which the user is typing.
      if (moved.areHidden && focused?.matches(':focus-visible')) return;
      if (moved.areHidden && focused) leaveFocus.current();
      change({ type: 'barsMoved', areHidden: moved.areHidden });
    },
    [change],
  );
  const onTap = useCallback(() => {
    run.current = 0;
    change({ type: 'barsMoved', areHidden: false });
  }, [change]);
  return { room, onTravel, onTap };
}

function useBarRoom(dialog: RefObject<HTMLDialogElement | null>): BarRoom {
  const [room, setRoom] = useState<BarRoom>({ above: 0, below: 0 });
  useLayoutEffect(
    function measureBars() {
      const element = dialog.current;
      if (!element) return;
      const found = [...element.querySelectorAll<HTMLElement>(bars)];
      const measure = () => {
        const next = roomOf(element, found);
        setRoom((before) => (before.above === next.above && before.below === next.below ? before : next));
      };
      measure();
      const observer = new ResizeObserver(measure);
      for (const each of [element, ...found]) observer.observe(each);
      return () => observer.disconnect();
    },
    [dialog],
  );
  return room;
}

function roomOf(dialog: HTMLElement, found: readonly HTMLElement[]): BarRoom {
  const room = { above: 0, below: 0 };
  if (!matchMedia(smallWindow).matches) return room;
  for (const { offsetTop, offsetHeight } of found) {
    if (offsetTop < dialog.clientHeight / 2) room.above = Math.max(room.above, offsetTop + offsetHeight);
    else room.below = Math.max(room.below, dialog.clientHeight - offsetTop);
  }
  return room;
}
