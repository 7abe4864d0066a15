import { freeCanvas } from '#app/features/reader/pdf/draw-page.ts';
import { imagesOn } from '#app/features/reader/pdf/page-images.ts';
import { areaOf, type PageBox } from '#app/features/reader/geometry/page-box.ts';
import { findBoxesToSpare } from './spare-boxes.ts';

/** What a page is shown by: drawn from the document, or the server's picture of it until then. */
export type PagePicture = HTMLCanvasElement | HTMLImageElement;

/** A page is judged by a picture of it so many pixels wide, and at most so many high. */
const judgedWidth = 200;
const judgedHeight = 600;

/**
 * Places of images are known to a third of a pixel, and their edges are half paper: rather a line of the photograph
 * turns than one of the paper stays.
 */
const slack = 0.35;

/** What keeps its light on a picture, once it has been judged. */
const judged = new WeakMap<PagePicture, readonly PageBox[]>();

/**
 * Shows a picture of a page in place of the one before. It is always light; in a dark reader a filter turns it
 * (dark.css) and its photographs are laid over it as they are. A dark page is judged before it is shown, or a
 * photograph would flash as its negative.
 */
export function showPicture(holder: HTMLElement, picture: PagePicture, isDark: boolean): void {
  if (isDark) judge(picture);
  const before = [...holder.querySelectorAll('canvas')].filter((old) => old !== picture);
  picture.classList.add('reader-drawing');
  holder.replaceChildren(picture);
  layPhotographs(holder, isDark);
  for (const old of before) freeCanvas(old);
}

/** Lays the photographs of the page shown over it as they are, or takes them away: for when the tone changes. */
export function layPhotographs(holder: HTMLElement, isDark: boolean): void {
  for (const old of holder.querySelectorAll<HTMLCanvasElement>('.reader-photograph')) {
    old.remove();
    freeCanvas(old);
  }
  const picture = shownIn(holder);
  // There is but one, and it is small: no need to wait for a quiet moment.
  if (isDark && picture instanceof HTMLImageElement) judge(picture);
  const boxes = (picture && isDark && judged.get(picture)) || [];
  const isWhole = boxes.some(isWholePage);
  holder.toggleAttribute('data-spared', isWhole);
  if (picture && !isWhole) holder.append(...boxes.flatMap((box) => cutOut(picture, box) ?? []));
}

/**
 * Judges the page shown when the browser has nothing better to do, so that turning a light page dark need not wait for
 * it. Nothing happens once `signal` is aborted or another picture is shown.
 */
export async function judgeWhenIdle(holder: HTMLElement, isDark: () => boolean, signal: AbortSignal): Promise<void> {
  const picture = shownIn(holder);
  if (!picture || judged.has(picture)) return;
  await untilIdle();
  if (signal.aborted || picture.parentElement !== holder) return;
  judge(picture);
  // The person may have turned it dark meanwhile.
  if (isDark()) layPhotographs(holder, true);
}

/** Whether a drawn page keeps its light as a whole on a dark page: a photograph, a cover, a slide on dark ground. */
export function keepsItsLight(canvas: HTMLCanvasElement): boolean {
  judge(canvas);
  return judged.get(canvas)?.some(isWholePage) ?? false;
}

function isWholePage(box: PageBox): boolean {
  return areaOf(box) > 0.98;
}

function shownIn(holder: HTMLElement): PagePicture | null {
  return holder.querySelector<PagePicture>('.reader-drawing');
}

function sizeOf(picture: PagePicture): { width: number; height: number } {
  return picture instanceof HTMLImageElement ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture;
}

function judge(picture: PagePicture): void {
  if (judged.has(picture)) return;
  // Of the server's picture nobody knows what it is made of: it is looked through as a scan is.
  const images = picture instanceof HTMLImageElement ? [{ left: 0, top: 0, right: 1, bottom: 1 }] : imagesOn(picture);
  const { width, height } = sizeOf(picture);
  const small = document.createElement('canvas');
  small.width = Math.min(judgedWidth, width);
  small.height = Math.max(1, Math.min(judgedHeight, Math.round((small.width * height) / width)));
  const context = small.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) return;
  // No finer smoothing: it costs a pass over the whole page and judges no better.
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, 0, 0, small.width, small.height);
  judged.set(picture, findBoxesToSpare(context.getImageData(0, 0, small.width, small.height), images));
  freeCanvas(small);
}

/** A canvas with that piece of the picture, standing where it stands; null for less than a pixel. */
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
    // Safari has no such call.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
