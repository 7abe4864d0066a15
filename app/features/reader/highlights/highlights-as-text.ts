import type { Highlight } from '#app/features/reader/highlights/highlight.ts';

/** Returns the highlights in the order of the document. */
export function inReadingOrder(highlights: readonly Highlight[]): Highlight[] {
  return highlights.toSorted((one, other) => one.page - other.page || one.start - other.start || one.end - other.end);
}

/** Returns the text of a highlight on one line, because line breaks of the page mean nothing in a list. */
export function quoteOf({ text }: Highlight): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Writes the bookmarked pages in a sentence; '' if there are none. */
export function sentenceOfBookmarks(bookmarks: readonly number[]): string {
  if (bookmarks.length === 0) return '';
  return `${bookmarks.length === 1 ? 'Bookmarked page' : 'Bookmarked pages'}: ${bookmarks.join(', ')}`;
}

/** Writes all highlights as plain text: the title, the bookmarked pages, then each page with its quotes and notes. */
export function writeHighlights(
  title: string,
  highlights: readonly Highlight[],
  bookmarks: readonly number[] = [],
): string {
  const lines = [title, `${highlights.length} ${highlights.length === 1 ? 'highlight' : 'highlights'}`];
  if (bookmarks.length > 0) lines.push(sentenceOfBookmarks(bookmarks));
  let page = 0;
  for (const highlight of inReadingOrder(highlights)) {
    if (highlight.page !== page) lines.push('', `Page ${highlight.page}`);
    page = highlight.page;
    lines.push(`  “${quoteOf(highlight)}”`);
    for (const line of highlight.note?.split('\n') ?? []) lines.push(`    ${line}`.trimEnd());
  }
  return `${lines.join('\n')}\n`;
}
