/** Words of the reader's highlights and bookmarks: their list, the editor, and the list as a text. */

export const highlightOnPage = (page: number) => `Highlight on page ${page}`;
export const colour = 'Colour';
export const yellow = 'Yellow';
export const green = 'Green';
export const blue = 'Blue';
export const pink = 'Pink';
export const copyText = 'Copy the text';
export const copied = 'Copied.';
export const notCopied = 'Your browser couldn’t copy it.';
export const removeHighlight = 'Remove the highlight';
export const note = 'Note';
export const addNote = 'Add a note';

export const saveAsText = 'Save as text';
export const copy = 'Copy';
export const listNotCopied = 'Your browser couldn’t copy them. Save them as text instead.';
export const outOfSpace = 'Your browser has no space left for these. Save them as text before you close the reader.';
export const bookmarkedPages = 'Bookmarked pages';
export const removeBookmark = (page: number) => `Remove the bookmark of page ${page}`;
export const highlightsOnPage = (page: number) => `Highlights on page ${page}`;
export const editOne = 'Colour and note';
export const editQuote = (quote: string) => `Colour and note of “${quote}”`;
export const removeQuote = (quote: string) => `Remove “${quote}”`;

export const noHighlights = 'No highlights yet.';
/** The pieces are the names of these actions. */
export const howToHighlight = <Piece>(highlightMode: Piece) =>
  [
    'Switch ',
    highlightMode,
    ' on and select text. It is marked yellow, saved only in this browser, and listed here. Select its mark for other colours and a note.',
  ] as const;
export const howToBookmark = <Piece>(bookmarkPage: Piece) => [bookmarkPage, ' lists the page here, too.'] as const;

/** The name of the saved file. */
export const textFile = (title: string) => `${title} - highlights.txt`;
export const highlightCount = (count: number) => `${count} ${count === 1 ? 'highlight' : 'highlights'}`;
export const pagesWithBookmarks = (pages: readonly number[]) =>
  `${pages.length === 1 ? 'Bookmarked page' : 'Bookmarked pages'}: ${pages.join(', ')}`;
export const quoted = (quote: string) => `“${quote}”`;
