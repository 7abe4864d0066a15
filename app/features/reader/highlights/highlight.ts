/** The colours of highlights, in the order in which they are offered. The first is the specification's. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink'] as const;

export type HighlightColor = (typeof highlightColors)[number];

/** Maximum length of a note, in letters. */
export const maxNoteLetters = 1000;

/**
 * A highlighted part of a page's text: its start and end in the page's text, and the words. Stored only in this
 * browser.
 */
export type Highlight = {
  page: number;
  start: number;
  end: number;
  text: string;
  /** Yellow if left out. */
  color?: HighlightColor;
  /** The user's words about it; left out if there are none. */
  note?: string;
};

/** True if two highlights mark the same part of the same page. */
export function isSameHighlight(one: Highlight, other: Highlight): boolean {
  return one.page === other.page && one.start === other.start && one.end === other.end;
}

/** Returns the colour of a highlight. */
export function colorOf({ color = 'yellow' }: Highlight): HighlightColor {
  return color;
}
