import { useEffect, useRef, useState, type RefObject } from 'react';
import { lastPageOf, rememberPage } from './last-pages.ts';

/** Reading must rest on a page for so long before it is remembered: not every page flown past is written down. */
const restMs = 400;

/**
 * Remembers, in this browser alone, the page a document was read to. `offer` is the page to continue at: only where the
 * reader opens at its beginning and no address named a page; null once taken, refused, or when reading has gone on
 * without it.
 */
export function useLastPage(parts: {
  documentId: string;
  isPageNamed: boolean;
  /** 0 until the document is open. */
  pageCount: number;
  currentPage: number;
  /** What scrolls lies in here. */
  area: RefObject<HTMLElement | null>;
}): { offer: number | null; dismiss: () => void } {
  const { documentId, isPageNamed, pageCount, currentPage, area } = parts;
  const [last, setLast] = useState(() => (isPageNamed || currentPage !== 1 ? null : lastPageOf(documentId)));
  const hasTurned = useRef(false);
  /** What is yet to be written down. */
  const pending = useRef<(() => void) | null>(null);

  useEffect(
    function rememberReading() {
      if (pageCount === 0) return;
      // The reader stands at page 1 because it has just been opened: that says nothing about what was read.
      if (currentPage > 1) {
        hasTurned.current = true;
        setLast(null);
      }
      if (!hasTurned.current) return;
      const remember = () => {
        pending.current = null;
        rememberPage(documentId, currentPage, pageCount);
      };
      pending.current = remember;
      const timer = setTimeout(remember, restMs);
      return () => clearTimeout(timer);
    },
    [documentId, pageCount, currentPage],
  );

  useEffect(function rememberOnLeaving() {
    const leave = () => pending.current?.();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  useEffect(
    function withdrawWhenReadOn() {
      const element = area.current;
      if (last === null || !element) return;
      const hear = ({ target }: Event) => {
        if (target instanceof Element && target.scrollTop > innerHeight / 2) setLast(null);
      };
      element.addEventListener('scroll', hear, { capture: true, passive: true });
      return () => element.removeEventListener('scroll', hear, { capture: true });
    },
    [area, last],
  );

  const offer = last !== null && pageCount > 0 && currentPage === 1 && last <= pageCount ? last : null;
  return { offer, dismiss: () => setLast(null) };
}
