import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { viewportOf } from './draw-page.ts';
import type { PdfPage } from './open-pdf.ts';
import { loadPdfJs } from './pdfjs-build.ts';
import { readTextContent } from './text-content.ts';

/**
 * Fills `container` with the page's text, every part at its position on the page, for selecting and screen readers. The
 * text follows the page's size through the custom property `--total-scale-factor`, and its rotation through the
 * attribute `data-main-rotation` (`textRotation`), so the layer is filled only once; `rotation` is its initial
 * rotation. Rejects with an AbortError if `signal` is aborted.
 */
export async function fillTextLayer(
  page: PdfPage,
  container: HTMLElement,
  options: { rotation: () => Rotation; signal: AbortSignal },
): Promise<void> {
  const { rotation, signal } = options;
  const [pdfjs, textContentSource] = await Promise.all([loadPdfJs(), readTextContent(page, signal)]);
  signal.throwIfAborted();
  const layer = new pdfjs.TextLayer({
    textContentSource,
    container,
    viewport: viewportOf(page, 1, rotation()),
  });
  const cancel = () => layer.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await layer.render();
    // pdf.js measures words on one hidden canvas, and browsers cache all text shaped for it: half a megabyte for each
    // page.
    pdfjs.TextLayer.cleanup();
    // Without an element at the end, selecting past the last part would jump to the top.
    const end = document.createElement('div');
    end.className = 'end-of-text';
    container.append(end);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Returns the rotation of a page's text: that of the page in the file plus that of the reader. */
export function textRotation({ rotate }: { rotate: number }, rotation: Rotation): number {
  return (rotate + rotation) % 360;
}
