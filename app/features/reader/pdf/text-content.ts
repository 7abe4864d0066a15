import type { PDFPageProxy } from 'pdfjs-dist';
import { withoutDoubles, type TextContent } from './double-text.ts';

/**
 * Reads the text of a page for the text layer and for Find, so that both have the same text. Words written twice at one
 * position count once. Rejects if the page is damaged, and with an AbortError if `signal` is aborted.
 */
export async function readTextContent(page: PDFPageProxy, signal: AbortSignal): Promise<TextContent> {
  signal.throwIfAborted();
  const reader: ReadableStreamDefaultReader<TextContent> = page
    .streamTextContent({ includeMarkedContent: true })
    .getReader();
  const content: TextContent = { items: [], styles: {}, lang: null };
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      content.lang ??= chunk.value.lang;
      Object.assign(content.styles, chunk.value.styles);
      for (const item of chunk.value.items) content.items.push(item);
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return { ...content, items: withoutDoubles(content.items) };
}
