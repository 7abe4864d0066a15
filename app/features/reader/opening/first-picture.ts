import { useEffect, useState } from 'react';
import type { Phase } from '#app/features/reader/state/reader-state.ts';
import { takePicture } from '#app/features/viewer/early-picture.ts';

/** The server's picture of page 1, shown until the page itself is drawn. */
export type FirstPicture = {
  /** One element for the whole life of the picture, in all its positions: a second one would flash. */
  image: HTMLImageElement;
  /** Resolves to true when it can be shown, to false if there is none. */
  isLoaded: Promise<boolean>;
};

/** Requests the picture at `url`, before the far larger code that draws the document. Ended by `dropPicture`. */
function requestPicture(url: string): FirstPicture {
  const image = takePicture(url);
  const isLoaded = image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
  return { image, isLoaded };
}

/** Longest wait of a document for its first picture, which the server may have to make. */
const patienceMs = 2000;

/**
 * Resolves when the document may be loaded: its first page is shown, or has no picture, or the picture is slow. The code that
 * draws documents and the file are ten times the picture, and would share the bandwidth and the processor with it.
 */
export async function untilReadable(picture: FirstPicture | null): Promise<void> {
  if (!picture) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([picture.isLoaded.then((isShown) => isShown && nextPaint()), isLate]);
  clearTimeout(timer);
}

/** Returns height divided by width of a loaded picture; null if it is not loaded. */
export function ratioOfPicture(image: HTMLImageElement): number | null {
  return image.complete && image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : null;
}

/** Aborts the request of a picture that is no longer needed. */
function dropPicture({ image }: FirstPicture): void {
  if (ratioOfPicture(image) === null) image.removeAttribute('src');
}

/**
 * Resolves when the frame after the next begins, when the next has been painted; a hidden tab has none, for which there is
 * `patienceMs`.
 */
function nextPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Requests the server's picture of page 1 once; null without a `url`. Dropped if it has not arrived when the document has. */
export function useFirstPicture(url: string | null, phase: Phase['name']) {
  const [picture] = useState(() => url && requestPicture(url));

  useEffect(
    function giveUpWhenLate() {
      if (!picture) return;
      if (phase === 'reading' || phase === 'failed') dropPicture(picture);
      return () => dropPicture(picture);
    },
    [picture, phase],
  );
  return picture || null;
}
