/**
 * A highlighted part of a page's text: its start and end in the page's text, and the words. Stored only in this
 * browser.
 */
export type Highlight = { page: number; start: number; end: number; text: string };

/** True if two highlights mark the same part of the same page. */
export function isSameHighlight(one: Highlight, other: Highlight): boolean {
  return one.page === other.page && one.start === other.start && one.end === other.end;
}
