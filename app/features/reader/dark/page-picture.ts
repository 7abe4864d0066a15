import { freeCanvas } from '#app/features/reader/pdf/draw-page.ts';
import { imagesOn } from '#app/features/reader/pdf/page-images.ts';
import { boxInPart } from '#app/features/reader/geometry/page-part.ts';
import { areaOf, type PageBox } from '#app/features/reader/geometry/page-box.ts';
import { findLightBoxes } from './light-boxes.ts';

/** The element that shows a page: a canvas drawn from the document or, before that, the server's picture. */
export type PagePicture = HTMLCanvasElement | HTMLImageElement;

/** A page is analysed on a picture of this width, and at most this height. */
const analysisWidth = 200;
const analysisHeight = 600;

/**
 * Amount by which a photograph's box shrinks. Positions of images are exact to a third of a pixel, and their edges are
 * half paper: an inverted line of the photograph is less visible than a light line of the paper.
 */
const slack = 0.35;

/** The parts of each analysed picture that stay light. */
const analysed = new WeakMap<PagePicture, readonly PageBox[]>();

/**
 * Shows a picture of a page in place of the previous one. The picture is always light: in a dark reader a filter
 * inverts it (dark.css), and its photographs are laid over it without the filter. A dark page is analysed before it is
 * shown, because otherwise a photograph would flash as its negative.
 */
export function showPicture(holder: HTMLElement, picture: PagePicture, isDark: boolean): void {
  if (isDark) analyse(picture);
  const before = [...holder.querySelectorAll('canvas')].filter((old) => old !== picture);
  picture.classList.add('reader-drawing');
  holder.replaceChildren(picture);
  layPhotographs(holder, isDark);
  for (const old of before) freeCanvas(old);
}

/**
 * Shows a part of a page over the picture of the whole page, in place of the previous part, with the photographs found
 * on the whole page.
 */
export function showPart(
  holder: HTMLElement,
  whole: HTMLElement,
  { canvas, box }: { canvas: HTMLCanvasElement; box: PageBox },
  isDark: boolean,
): void {
  const picture = shownIn(whole);
  if (picture && isDark) analyse(picture);
  const boxes = (picture && analysed.get(picture)) || [];
  analysed.set(
    canvas,
    boxes.flatMap((each) => boxInPart(each, box) ?? []),
  );
  holder.style.left = `${box.left * 100}%`;
  holder.style.top = `${box.top * 100}%`;
  holder.style.width = `${(box.right - box.left) * 100}%`;
  holder.style.height = `${(box.bottom - box.top) * 100}%`;
  showPicture(holder, canvas, isDark);
}

/** Removes a part, and frees its memory. */
export function removePart(holder: HTMLElement): void {
  for (const canvas of holder.querySelectorAll('canvas')) freeCanvas(canvas);
  holder.replaceChildren();
}

/** Lays the photographs over the page, or removes them, when the tone changes. */
export function layPhotographs(holder: HTMLElement, isDark: boolean): void {
  for (const old of holder.querySelectorAll<HTMLCanvasElement>('.reader-photograph')) {
    old.remove();
    freeCanvas(old);
  }
  const picture = shownIn(holder);
  // There is only one such picture, and it is small, so it is analysed immediately.
  if (isDark && picture instanceof HTMLImageElement) analyse(picture);
  const boxes = (picture && isDark && analysed.get(picture)) || [];
  const isWhole = boxes.some(isWholePage);
  holder.toggleAttribute('data-spared', isWhole);
  if (picture && !isWhole) holder.append(...boxes.flatMap((box) => cutOut(picture, box) ?? []));
}

/**
 * Analyses the page when the browser is idle, so that a light page can become dark without delay. Does nothing if
 * `signal` is aborted or another picture is shown.
 */
export async function analyseWhenIdle(holder: HTMLElement, isDark: () => boolean, signal: AbortSignal): Promise<void> {
  const picture = shownIn(holder);
  if (!picture || analysed.has(picture)) return;
  await untilIdle();
  if (signal.aborted || picture.parentElement !== holder) return;
  analyse(picture);
  // The reader may have become dark meanwhile.
  if (isDark()) layPhotographs(holder, true);
}

/** True if the whole of a drawn page stays light in a dark reader: a photograph, a cover, a slide with a dark background. */
export function staysLight(canvas: HTMLCanvasElement): boolean {
  analyse(canvas);
  return analysed.get(canvas)?.some(isWholePage) ?? false;
}

function isWholePage(box: PageBox): boolean {
  return areaOf(box) > 0.98;
}

/** Returns the picture that shows a page; null until there is one. */
export function shownIn(holder: HTMLElement): PagePicture | null {
  return holder.querySelector<PagePicture>('.reader-drawing');
}

function sizeOf(picture: PagePicture): { width: number; height: number } {
  return picture instanceof HTMLImageElement ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture;
}

function analyse(picture: PagePicture): void {
  if (analysed.has(picture)) return;
  // The server's picture has no list of images, so the whole picture is analysed like a scan.
  const images = picture instanceof HTMLImageElement ? [{ left: 0, top: 0, right: 1, bottom: 1 }] : imagesOn(picture);
  const { width, height } = sizeOf(picture);
  const small = document.createElement('canvas');
  small.width = Math.min(analysisWidth, width);
  small.height = Math.max(1, Math.min(analysisHeight, Math.round((small.width * height) / width)));
  const context = small.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) return;
  // Better smoothing costs a pass over the whole page and does not improve the result.
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, 0, 0, small.width, small.height);
  analysed.set(picture, findLightBoxes(context.getImageData(0, 0, small.width, small.height), images));
  freeCanvas(small);
}

/** Returns a canvas with a part of the picture, at the part's position; null if the part is smaller than a pixel. */
function cutOut(picture: PagePicture, box: PageBox): HTMLCanvasElement | null {
  const whole = sizeOf(picture);
  const left = box.left * whole.width > 1 ? Math.ceil(box.left * whole.width + slack) : 0;
  const top = box.top * whole.height > 1 ? Math.ceil(box.top * whole.height + slack) : 0;
  const right = Math.floor(box.right * whole.width - slack);
  const bottom = Math.floor(box.bottom * whole.height - slack);
  const width = (right < whole.width - 1 ? right : whole.width) - left;
  const height = (bottom < whole.height - 1 ? bottom : whole.height) - top;
  if (width < 1 || height < 1) return null;
  const piece = document.createElement('canvas');
  piece.width = width;
  piece.height = height;
  piece.className = 'reader-photograph';
  piece.setAttribute('aria-hidden', 'true');
  piece.style.left = `${(left / whole.width) * 100}%`;
  piece.style.top = `${(top / whole.height) * 100}%`;
  piece.style.width = `${(width / whole.width) * 100}%`;
  piece.style.height = `${(height / whole.height) * 100}%`;
  piece
    .getContext('2d', { willReadFrequently: true, alpha: false })
    ?.drawImage(picture, left, top, width, height, 0, 0, width, height);
  return piece;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
