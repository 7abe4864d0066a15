import { colorOf, type Highlight } from '#app/features/reader/highlights/highlight.ts';
import { quoteOf } from '#app/features/reader/highlights/highlights-as-text.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/reader/highlights.ts';
import { printInstead } from './print-instead.ts';
import './print-highlights.css';

/** Prints the bookmarked pages and the highlights, in this order, with their notes. */
export function printHighlights(title: string, highlights: readonly Highlight[], bookmarks: readonly number[]): void {
  const list = document.createElement('div');
  list.className = 'printed-highlights';
  list.append(create('h1', title));
  if (bookmarks.length > 0) list.append(create('p', words.pagesWithBookmarks(bookmarks)));
  let page = 0;
  for (const highlight of highlights) {
    if (highlight.page !== page) list.append(create('h2', nouns.page(highlight.page)));
    page = highlight.page;
    const quote = create('blockquote', quoteOf(highlight));
    quote.dataset['color'] = colorOf(highlight);
    if (highlight.note) quote.append(create('p', highlight.note));
    list.append(quote);
  }
  void printInstead(list);
}

function create(name: keyof HTMLElementTagNameMap, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
