import { useEffect, useRef, useState, type RefObject } from 'react';
import { lastPageOf, rememberPage } from '#app/features/my-reading/last-pages.ts';

/** Time for which a page must be current before it is stored; pages that are only scrolled past are not stored. */
const restMs = 400;

/**
 * Stores, only in this browser, the last page that was read. `offer` is the page to continue at, if the reader opens at
 * page 1 and the address named no page. It is null after the user accepts it, dismisses it, or reads other pages.
 * `refresh` reads the stored page again.
 */
export function useLastPage(parts: {
  documentId: string;
  isPageNamed: boolean;
  /** 0 until the document is open. */
  pageCount: number;
  currentPage: number;
  /** The element that contains the scrolling element. */
  area: RefObject<HTMLElement | null>;
}): { offer: number | null; dismiss: () => void; refresh: () => void } {
  const { documentId, isPageNamed, pageCount, currentPage, area } = parts;
  const find = () => (isPageNamed || currentPage !== 1 ? null : lastPageOf(documentId));
  const [last, setLast] = useState(find);
  const hasTurned = useRef(false);
  /** The write that is scheduled and not done yet. */
  const pending = useRef<(() => void) | null>(null);

  useEffect(
    function rememberReading() {
      if (pageCount === 0) return;
      // Page 1 is current because the reader has just been opened, not because it was read.
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
    function dismissOnScroll() {
      const element = area.current;
      if (last === null || !element) return;
      const handleScroll = ({ target }: Event) => {
        if (target instanceof Element && target.scrollTop > innerHeight / 2) setLast(null);
      };
      element.addEventListener('scroll', handleScroll, { capture: true, passive: true });
      return () => element.removeEventListener('scroll', handleScroll, { capture: true });
    },
    [area, last],
  );

  const offer = last !== null && pageCount > 0 && currentPage === 1 && last <= pageCount ? last : null;
  return { offer, dismiss: () => setLast(null), refresh: () => setLast(find()) };
}
