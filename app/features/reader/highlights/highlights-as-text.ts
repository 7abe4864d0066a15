import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/reader/highlights.ts';

/** Returns the highlights in the order of the document. */
export function inReadingOrder(highlights: readonly Highlight[]): Highlight[] {
  return highlights.toSorted((one, other) => one.page - other.page || one.start - other.start || one.end - other.end);
}

/** Returns the text of a highlight on one line, because line breaks of the page mean nothing in a list. */
export function quoteOf({ text }: Highlight): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Writes all highlights as plain text: the title, the bookmarked pages, then each page with its quotes and notes. */
export function writeHighlights(
  title: string,
  highlights: readonly Highlight[],
  bookmarks: readonly number[] = [],
): string {
  const lines = [title, words.highlightCount(highlights.length)];
  if (bookmarks.length > 0) lines.push(words.pagesWithBookmarks(bookmarks));
  let page = 0;
  for (const highlight of inReadingOrder(highlights)) {
    if (highlight.page !== page) lines.push('', nouns.page(highlight.page));
    page = highlight.page;
    lines.push(`  ${words.quoted(quoteOf(highlight))}`);
    for (const line of highlight.note?.split('\n') ?? []) lines.push(`    ${line}`.trimEnd());
  }
  return `${lines.join('\n')}\n`;
}
