import type { Highlight } from '#app/features/reader/highlights/highlight.ts';

/** The highlights from the beginning of the document to its end. */
export function inReadingOrder(highlights: readonly Highlight[]): Highlight[] {
  return highlights.toSorted((one, other) => one.page - other.page || one.start - other.start || one.end - other.end);
}

/** What a highlight says, in one line: where the page breaks a line tells nothing. */
export function quoteOf({ text }: Highlight): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** All highlights as a text to be read: the title, then each page with its quotes. */
export function writeHighlights(title: string, highlights: readonly Highlight[]): string {
  const lines = [title, `${highlights.length} ${highlights.length === 1 ? 'highlight' : 'highlights'}`];
  let page = 0;
  for (const highlight of inReadingOrder(highlights)) {
    if (highlight.page !== page) lines.push('', `Page ${highlight.page}`);
    page = highlight.page;
    lines.push(`  “${quoteOf(highlight)}”`);
  }
  return `${lines.join('\n')}\n`;
}
