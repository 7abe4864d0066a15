import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { viewportOf } from './draw-page.ts';
import type { PdfPage } from './open-pdf.ts';
import { loadPdfJs } from './pdfjs-build.ts';

/**
 * Fills `container` with the page's text, every piece where it stands on the page, to be selected and read aloud. It
 * follows the page's size by the custom property `--total-scale-factor`, and turns by the attribute
 * `data-main-rotation` (`textRotation`), so it need not be made again for a zoom or a rotation; `rotation` is asked when
 * it is made. Ends with an AbortError when `signal` is aborted.
 */
export async function fillTextLayer(
  page: PdfPage,
  container: HTMLElement,
  options: { rotation: () => Rotation; signal: AbortSignal },
): Promise<void> {
  const { rotation, signal } = options;
  const pdfjs = await loadPdfJs();
  signal.throwIfAborted();
  const layer = new pdfjs.TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true }),
    container,
    viewport: viewportOf(page, 1, rotation()),
  });
  const cancel = () => layer.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await layer.render();
    // It measures words on one hidden canvas, and browsers keep all that was ever shaped for it: half a megabyte a page.
    pdfjs.TextLayer.cleanup();
    // Selecting past the last piece would jump to the top without something to end on.
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

/** How far the text of a page is turned: by the page's own rotation and the person's. */
export function textRotation({ rotate }: { rotate: number }, rotation: Rotation): number {
  return (rotate + rotation) % 360;
}
