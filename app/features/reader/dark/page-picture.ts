import { freeCanvas } from '#app/features/reader/pdf/draw-page.ts';
import { imagesOn } from '#app/features/reader/pdf/page-images.ts';
import { areaOf, type PageBox } from './page-box.ts';
import { boxesToSpare } from './spare-boxes.ts';

/** A page is judged by a picture of it so many pixels wide, and at most so many high. */
const judgedWidth = 200;
const judgedHeight = 600;

/** What keeps its light on a drawn page, once it has been judged. */
const judged = new WeakMap<HTMLCanvasElement, readonly PageBox[]>();

/**
 * Shows what was drawn of a page in place of what was shown before. The drawing is always light; in a dark reader a
 * filter turns it (dark.css) and its photographs are laid over it as they are. A dark page is judged before it is shown,
 * or a photograph would flash as its negative.
 */
export function showDrawing(holder: HTMLElement, drawing: HTMLCanvasElement, isDark: boolean): void {
  if (isDark) judge(drawing);
  const before = [...holder.querySelectorAll('canvas')];
  drawing.classList.add('reader-drawing');
  holder.replaceChildren(drawing);
  layPhotographs(holder, isDark);
  for (const old of before) freeCanvas(old);
}

/** Lays the photographs of the page shown over it as they are, or takes them away: for when the tone changes. */
export function layPhotographs(holder: HTMLElement, isDark: boolean): void {
  for (const old of holder.querySelectorAll<HTMLCanvasElement>('.reader-photograph')) {
    old.remove();
    freeCanvas(old);
  }
  const drawing = holder.querySelector<HTMLCanvasElement>('.reader-drawing');
  const boxes = (drawing && isDark && judged.get(drawing)) || [];
  const isWhole = boxes.some((box) => areaOf(box) > 0.98);
  holder.toggleAttribute('data-spared', isWhole);
  if (drawing && !isWhole) holder.append(...boxes.flatMap((box) => cutOut(drawing, box) ?? []));
}

/**
 * Judges the page shown when the browser has nothing better to do, so that turning a light page dark need not wait for
 * it. Nothing happens once `signal` is aborted or the page is drawn anew.
 */
export async function judgeInPeace(holder: HTMLElement, isDark: () => boolean, signal: AbortSignal): Promise<void> {
  const drawing = holder.querySelector<HTMLCanvasElement>('.reader-drawing');
  if (!drawing || judged.has(drawing) || imagesOn(drawing).length === 0) return;
  await untilIdle();
  if (signal.aborted || drawing.parentElement !== holder) return;
  judge(drawing);
  // The person may have turned it dark meanwhile.
  if (isDark()) layPhotographs(holder, true);
}

function judge(drawing: HTMLCanvasElement): void {
  const images = imagesOn(drawing);
  if (judged.has(drawing) || images.length === 0) return;
  const small = document.createElement('canvas');
  small.width = Math.min(judgedWidth, drawing.width);
  small.height = Math.max(1, Math.min(judgedHeight, Math.round((small.width * drawing.height) / drawing.width)));
  const context = small.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) return;
  context.imageSmoothingQuality = 'medium';
  context.drawImage(drawing, 0, 0, small.width, small.height);
  judged.set(drawing, boxesToSpare(context.getImageData(0, 0, small.width, small.height), images));
  freeCanvas(small);
}

/** A canvas with that piece of the drawing, standing where it stands; null for less than a pixel. */
function cutOut(drawing: HTMLCanvasElement, box: PageBox): HTMLCanvasElement | null {
  // pdf.js tells places to half a pixel or so. Rather a line of the photograph turns than one of the paper stays white.
  const left = Math.ceil(box.left * drawing.width - slack);
  const top = Math.ceil(box.top * drawing.height - slack);
  const width = Math.floor(box.right * drawing.width + slack) - left;
  const height = Math.floor(box.bottom * drawing.height + slack) - top;
  if (width < 1 || height < 1) return null;
  const piece = document.createElement('canvas');
  piece.width = width;
  piece.height = height;
  piece.className = 'reader-photograph';
  piece.setAttribute('aria-hidden', 'true');
  piece.style.left = `${(left / drawing.width) * 100}%`;
  piece.style.top = `${(top / drawing.height) * 100}%`;
  piece.style.width = `${(width / drawing.width) * 100}%`;
  piece.style.height = `${(height / drawing.height) * 100}%`;
  piece
    .getContext('2d', { willReadFrequently: true, alpha: false })
    ?.drawImage(drawing, left, top, width, height, 0, 0, width, height);
  return piece;
}

const slack = 0.35;

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
