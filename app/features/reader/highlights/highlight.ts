/**
 * A highlighted piece of a page's text: where it begins and ends in that text, and what it says. Stored in this browser
 * only.
 */
export type Highlight = { page: number; start: number; end: number; text: string };

/** Whether two highlights mark the same piece of the same page. */
export function isSameHighlight(one: Highlight, other: Highlight): boolean {
  return one.page === other.page && one.start === other.start && one.end === other.end;
}
