import { useEffect, useRef } from 'react';
import { staysLight } from '#app/features/reader/dark/page-picture.ts';
import { isSideways, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { drawPage, freeCanvas, releasePage, sizeOfPage } from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';

/**
 * Time for which a page must be visible before it is loaded and drawn, so that pages that are scrolled past are
 * skipped.
 */
const settledMs = 150;

/** Maximum resolution of thumbnails, in device pixels per CSS pixel. */
const maxPixelRatio = 2;
const maxPixels = 512 * 512;

type ThumbnailProps = {
  document: PdfDocument;
  page: number;
  rotation: Rotation;
  /** Width of the box into which the thumbnail is fitted, in CSS pixels. */
  width: number;
  height: number;
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
};

/** Renders one thumbnail: blank until it is drawn, and if the page can't be drawn. */
export function Thumbnail({ document, page, rotation, width, height, addBackgroundJob }: ThumbnailProps) {
  const holder = useRef<HTMLSpanElement>(null);

  useEffect(
    function draw() {
      // With the browser's data saver there are only numbers: the picture of a scan would need the whole page.
      if (isSavingData()) return;
      let cancel: (() => void) | null = null;
      const timer = setTimeout(() => {
        cancel = addBackgroundJob(async (signal) => {
          const canvas = await document.withPage(page, async (found) => {
            signal.throwIfAborted();
            const size = sizeOfPage(found);
            const [natural, across] = isSideways(rotation) ? [size.height, size.width] : [size.width, size.height];
            const drawn = await drawPage(found, {
              width: Math.min(width, (height * natural) / across),
              rotation,
              pixelRatio: Math.min(devicePixelRatio, maxPixelRatio),
              maxPixels,
              signal,
            });
            // A page that is also shown in full size retains its data.
            if (!isShownInFull(page)) releasePage(found);
            return drawn;
          });
          canvas.toggleAttribute('data-spared', staysLight(canvas));
          for (const old of holder.current?.querySelectorAll('canvas') ?? []) freeCanvas(old);
          holder.current?.replaceChildren(canvas);
        });
      }, settledMs);
      return () => {
        clearTimeout(timer);
        cancel?.();
      };
    },
    [document, page, rotation, width, height, addBackgroundJob],
  );

  useEffect(function giveMemoryBack() {
    const element = holder.current;
    return () => {
      for (const canvas of element?.querySelectorAll('canvas') ?? []) freeCanvas(canvas);
    };
  }, []);

  return <span ref={holder} className="reader-thumbnail" style={{ width, height }} />;
}

function isShownInFull(page: number): boolean {
  return globalThis.document.querySelector(`[data-page-number="${page}"]`) !== null;
}

function isSavingData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
