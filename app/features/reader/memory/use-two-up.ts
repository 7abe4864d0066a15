import { useEffect, useState, type Dispatch, type RefObject } from 'react';
import { isNarrow } from '#app/features/reader/geometry/gesture-zoom.ts';
import { inkOfPicture, isWideForTwo, type PageInk } from '#app/features/viewer/ink/page-ink.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { FirstPicture } from '#app/features/reader/opening/first-picture.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import { measurePage } from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';

import type { ReaderEvent } from '#app/features/reader/state/reader-state.ts';
import { useWindowSize } from '#app/features/viewer/use-window-size.ts';
import { changeViewSettings, viewSettings } from './view-settings.ts';

/**
 * Finds out in a narrow window whether most of the pages seen so far show two pages side by side, and reports it with the
 * event `twoUpFound`. Then offers, once on this device, to show one half at a time. `isOffered` is true until the user
 * accepts or dismisses it, or chooses the setting otherwise.
 */
export function useTwoUp(parts: {
  /** Both are null until the document is open. */
  document: PdfDocument | null;
  ink: DocumentInk | null;
  pages: RefObject<PageListHandle | null>;
  /** The server's picture of page 1. */
  picture: FirstPicture | null;
  currentPage: number;
  isHalved: boolean;
  change: Dispatch<ReaderEvent>;
}): { isOffered: boolean; accept: () => void; dismiss: () => void } {
  const { document, ink, pages, picture, currentPage, isHalved, change } = parts;
  const isInNarrow = isNarrow(useWindowSize().width);
  const [judged, setJudged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [isOffered, setIsOffered] = useState(false);
  const isKnown = judged.has(currentPage);
  const twoUp = [...judged.values()].filter(Boolean).length;
  const isFound = isInNarrow && twoUp * 2 > judged.size;

  useEffect(
    function judgePicture() {
      if (!picture || !isInNarrow) return;
      let isGone = false;
      const judge = async () => {
        if (!(await picture.isLoaded) || isGone) return;
        const { naturalWidth: width, naturalHeight: height } = picture.image;
        const isSo = await isTwoUp({ width, height }, () => inkOfPicture(picture.image));
        if (!isGone) setJudged((before) => new Map(before).set(1, isSo));
      };
      // Without the code, the page is judged when it is drawn.
      judge().catch(() => {});
      return () => {
        isGone = true;
      };
    },
    [picture, isInNarrow],
  );

  useEffect(
    function judgeCurrentPage() {
      if (!document || !ink || !isInNarrow || isKnown) return;
      return pages.current?.addBackgroundJob(async (signal) => {
        const size = await document.withPage(currentPage, measurePage);
        const isSo = await isTwoUp(size, () => ink.read(currentPage, signal));
        if (!signal.aborted) setJudged((before) => new Map(before).set(currentPage, isSo));
      });
    },
    [document, ink, pages, isInNarrow, isKnown, currentPage],
  );

  useEffect(
    function report() {
      change({ type: 'twoUpFound', isTwoUp: isFound });
    },
    [isFound, change],
  );

  useEffect(
    function offerOnce() {
      if (!document || !isFound || isHalved || viewSettings().isHalvesOffered) return;
      changeViewSettings({ isHalvesOffered: true });
      setIsOffered(true);
    },
    [document, isFound, isHalved],
  );

  return {
    isOffered: isOffered && isFound && !isHalved,
    accept() {
      setIsOffered(false);
      changeViewSettings({ isHalved: true });
      change({ type: 'halved', isHalved: true });
      pages.current?.focus();
    },
    dismiss() {
      setIsOffered(false);
      pages.current?.focus();
    },
  };
}

/** True if a page shows two pages side by side. Reads its ink, and loads the code for that, only if the page is wide. */
async function isTwoUp(size: { width: number; height: number }, readInk: () => PageInk | Promise<PageInk>) {
  if (!isWideForTwo(size)) return false;
  const detection = await import('#app/features/viewer/ink/two-up.ts');
  return detection.isTwoUp(await readInk());
}
