import { useEffect, useRef } from 'react';
import { keepsItsLight } from '#app/features/reader/dark/page-picture.ts';
import { isSideways, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { drawPage, freeCanvas, releasePage, sizeOfPage } from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';

/** A page that has been in sight for so long is looked at; what is scrolled past is neither fetched nor drawn. */
const settledMs = 150;

/** Small pages need no more than this of a very sharp screen. */
const maxPixelRatio = 2;
const maxPixels = 512 * 512;

type ThumbnailProps = {
  document: PdfDocument;
  page: number;
  rotation: Rotation;
  /** The box it is fitted into, in CSS pixels. */
  width: number;
  height: number;
  addBackgroundJob: (run: (signal: AbortSignal) => Promise<void>) => () => void;
};

/** The picture of one small page; blank paper until it is drawn, and for a page that cannot be. */
export function Thumbnail({ document, page, rotation, width, height, addBackgroundJob }: ThumbnailProps) {
  const holder = useRef<HTMLSpanElement>(null);

  useEffect(
    function draw() {
      // Who asked for thrift gets numbers: for a picture of a scan its whole page would have to be fetched.
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
            // What is also read in full keeps what it was drawn from.
            if (!isShownInFull(page)) releasePage(found);
            return drawn;
          });
          canvas.toggleAttribute('data-spared', keepsItsLight(canvas));
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
