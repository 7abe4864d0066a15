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
  const items = withoutDoubles(content.items);
  return { ...content, items: hasLegacyFont(content) ? await convertLegacyText({ ...content, items }) : items };
}

/** The style of a text with the name of its font in the PDF, which scripts/lean-pdfjs.ts adds. */
type NamedStyle = TextContent['styles'][string] & { pdfName?: string };

/** The names that domain/text/legacy-nepali.ts knows; its tables are loaded only for such a page. */
const legacyNames = /preeti|kantipur|sagarmatha|himali|pcs.?nepali/i;

function hasLegacyFont({ styles }: TextContent): boolean {
  return Object.values(styles).some(({ pdfName }: NamedStyle) => pdfName !== undefined && legacyNames.test(pdfName));
}

/**
 * Returns the parts of a text with those in legacy Nepali fonts in Unicode, as the server reads them; unchanged if the code can't
 * be loaded without a connection.
 */
async function convertLegacyText({ items, styles }: TextContent): Promise<TextContent['items']> {
  const code = await import('#domain/text/legacy-nepali.ts').catch(() => null);
  if (!code) return items;
  return items.map((item) => {
    if (!('str' in item)) return item;
    const style: NamedStyle | undefined = styles[item.fontName];
    const font = code.findLegacyNepaliFont(style?.pdfName ?? '');
    return font ? { ...item, str: code.convertLegacyNepali(item.str, font) } : item;
  });
}
