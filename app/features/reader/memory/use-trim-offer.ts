import { useEffect, useEffectEvent, useState, type Dispatch, type RefObject } from 'react';
import { isNarrow, pageWidth } from '#app/features/reader/geometry/gesture-zoom.ts';
import { trimPages } from '#app/features/reader/geometry/page-crop.ts';
import { textBoxOf } from '#app/features/reader/geometry/page-ink.ts';
import type { PageInk } from '#app/features/viewer/ink/page-ink.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import { changeViewSettings, viewSettings } from './view-settings.ts';

/** Letters have to grow by this factor for the offer to be made. */
const worthwhile = 1.1;

/**
 * Offers, once on this device and only in a narrow window, to trim the margins of a document whose letters this makes
 * clearly larger. `isOffered` is true until the user accepts or dismisses it, or trims the margins otherwise.
 */
export function useTrimOffer(parts: {
  /** Null until the document is open. */
  ink: DocumentInk | null;
  pages: RefObject<PageListHandle | null>;
  currentPage: number;
  isTrimmed: boolean;
  change: Dispatch<ReaderEvent>;
}): { isOffered: boolean; accept: () => void; dismiss: () => void } {
  const { ink, pages, currentPage, isTrimmed, change } = parts;
  const [isOffered, setIsOffered] = useState(false);
  const read = useEffectEvent((from: DocumentInk, signal: AbortSignal) => from.read(currentPage, signal));
  useEffect(
    function offerOnce() {
      if (!ink || isTrimmed || viewSettings().isTrimOffered || !isNarrow(window.innerWidth)) return;
      return pages.current?.addBackgroundJob(async (signal) => {
        const found = await read(ink, signal);
        if (signal.aborted || growthOf(found) < worthwhile) return;
        changeViewSettings({ isTrimOffered: true });
        setIsOffered(true);
      });
    },
    [ink, pages, isTrimmed],
  );
  // Also if the margins were trimmed otherwise: showing them again is no reason to offer it again.
  if (isOffered && isTrimmed) setIsOffered(false);
  return {
    isOffered,
    accept() {
      changeViewSettings({ isTrimmed: true });
      change({ type: 'trimmed', isTrimmed: true });
      pages.current?.focus();
    },
    dismiss() {
      setIsOffered(false);
      pages.current?.focus();
    },
  };
}

/** Returns the factor by which letters grow on a page that is trimmed in a narrow window. */
function growthOf(ink: PageInk): number {
  const box = textBoxOf(ink);
  if (!box) return 1;
  const [part] = trimPages(1, new Map([[1, ink.height / ink.width]]), new Map([[1, box]]), 0);
  return part ? pageWidth(1, 1, true) / pageWidth(1, 1) / (part.right - part.left) : 1;
}
