import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { analyseWhenIdle, layPhotographs, showPicture } from '#app/features/reader/dark/page-picture.ts';
import { maxPagePixels, sharpWidth } from '#app/features/reader/geometry/canvas-size.ts';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import { textBoxOf } from '#app/features/reader/geometry/page-ink.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { ratioOfPicture } from '#app/features/reader/opening/first-picture.ts';
import {
  drawPage,
  freeCanvas,
  heightOf,
  measurePage,
  releasePage,
  type PageMeasures,
} from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument, PdfPage } from '#app/features/reader/pdf/open-pdf.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';

/** A page and the way it is drawn: `width` in CSS pixels, `pixelRatio` device pixels for each CSS pixel. */
export type DrawnAs = {
  document: PdfDocument;
  number: number;
  width: number;
  rotation: Rotation;
  pixelRatio: number;
  isDark: boolean;
  queue: RenderQueue;
};

type PageToDraw = DrawnAs & {
  firstPicture: HTMLImageElement | null;
  /** Finds the text of pages whose margins are trimmed; null while margins are shown. */
  ink: DocumentInk | null;
  /** False until the size of the page is known; it is not drawn before that. */
  isPlaced: boolean;
  /** Called with the box around the text of the upright page. */
  onText: (number: number, box: PageBox | null) => void;
  /** Called with the upright page's height divided by its width when it is known. */
  onMeasured: (number: number, ratio: number) => void;
};

type DrawnPage = {
  /** The element that holds the picture. */
  picture: RefObject<HTMLDivElement | null>;
  measures: PageMeasures | null;
  /** Reason why the page can't be shown: pdf.js can't load it (`lost`), or could not draw it this time (`undrawn`). */
  fault: 'lost' | 'undrawn' | null;
  /** The rotation in which the current picture was drawn; null until there is one. */
  drawnRotation: Rotation | null;
  tryAgain: () => void;
  /** Frees the memory that pdf.js uses to draw the page again. */
  release: () => void;
};

/** Measures a page, draws it, and draws it again when its size or rotation changes. */
export function usePagePicture(page: PageToDraw): DrawnPage {
  const { document, number, width, rotation, pixelRatio, isDark, queue, firstPicture, onMeasured } = page;
  const { ink, isPlaced, onText } = page;
  const [measures, setMeasures] = useState<PageMeasures | null>(null);
  const [fault, setFault] = useState<DrawnPage['fault']>(null);
  const [attempt, setAttempt] = useState(0);
  const [drawnRotation, setDrawnRotation] = useState<Rotation | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const tone = useTone(picture, isDark, firstPicture);
  const lastDrawn = useRef<PdfPage | null>(null);
  // Beyond that the picture would have the same pixels: the visible part is drawn over it (use-page-part.ts).
  const height = measures ? heightOf(measures, width, rotation) : 0;
  const drawnWidth = Math.floor(sharpWidth({ width, height, pixelRatio, maxPixels: maxPagePixels() }));

  useEffect(
    function findPage() {
      return queue.add(number, async (signal) => {
        try {
          const found = await document.withPage(number, measurePage);
          if (signal.aborted) return;
          onMeasured(number, found.height / found.width);
          setMeasures(found);
        } catch {
          if (!signal.aborted) setFault('lost');
        }
      });
    },
    [document, number, queue, onMeasured],
  );

  useEffect(
    function findText() {
      if (!ink || isPlaced || !measures) return;
      return queue.add(number, async (signal) => {
        const box = await ink.read(number, signal).then(textBoxOf, () => null);
        if (!signal.aborted) onText(number, box);
      });
    },
    [ink, isPlaced, measures, number, queue, onText],
  );

  useEffect(
    function draw() {
      if (!measures || !isPlaced) return;
      return queue.add(number, async (signal) => {
        try {
          const canvas = await document.withPage(number, (page) => {
            lastDrawn.current = page;
            return drawPage(page, { width: drawnWidth, rotation, pixelRatio, maxPixels: maxPagePixels(), signal });
          });
          const holder = picture.current;
          if (!holder) return freeCanvas(canvas);
          showPicture(holder, canvas, tone.current);
          setDrawnRotation(rotation);
          await analyseWhenIdle(holder, () => tone.current, signal).catch(() => {});
        } catch {
          if (!signal.aborted) setFault('undrawn');
        }
      });
    },
    [document, measures, isPlaced, number, drawnWidth, rotation, pixelRatio, queue, attempt, tone],
  );

  function tryAgain() {
    setFault(null);
    setAttempt(attempt + 1);
  }

  const release = useCallback(() => {
    if (lastDrawn.current) releasePage(lastDrawn.current);
  }, []);

  return { picture, measures, fault, drawnRotation, tryAgain, release };
}

/**
 * Shows the first picture until the page is drawn, and the picture in the theme of the reader. Returns the current
 * theme.
 */
function useTone(
  picture: RefObject<HTMLDivElement | null>,
  isDark: boolean,
  firstPicture: HTMLImageElement | null,
): RefObject<boolean> {
  const tone = useRef(isDark);
  useLayoutEffect(
    function startWithPicture() {
      const holder = picture.current;
      if (!holder || !firstPicture || holder.hasChildNodes() || ratioOfPicture(firstPicture) === null) return;
      showPicture(holder, firstPicture, tone.current);
    },
    [picture, firstPicture],
  );
  useLayoutEffect(
    function turnTone() {
      tone.current = isDark;
      if (picture.current) layPhotographs(picture.current, isDark);
    },
    [picture, isDark],
  );
  return tone;
}

/** Frees the memory of a page's pictures when the page is unmounted. Call after the hooks that use them. */
export function usePictureRelease({ picture, release }: Pick<DrawnPage, 'picture' | 'release'>): void {
  useEffect(
    function freeMemory() {
      const holder = picture.current;
      return () => {
        for (const old of holder?.querySelectorAll('canvas') ?? []) freeCanvas(old);
        release();
      };
    },
    [picture, release],
  );
}
