import { loadPdfJs } from './pdfjs-build.ts';
import type { PdfPage } from './open-pdf.ts';

/**
 * Fills `container` with the page's text, every piece where it stands on the page, to be selected and read aloud. It
 * follows the page's size by the custom property `--total-scale-factor` alone and need not be made again for a zoom.
 * Ends with an AbortError when `signal` is aborted.
 */
export async function fillTextLayer(page: PdfPage, container: HTMLElement, signal: AbortSignal): Promise<void> {
  const pdfjs = await loadPdfJs();
  signal.throwIfAborted();
  const layer = new pdfjs.TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true }),
    container,
    viewport: page.getViewport({ scale: 1 }),
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
