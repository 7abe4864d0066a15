/** Words that the reader and the paper preview share: their tools, Find, and reading two materials side by side. */

export const zoomOut = 'Zoom out';
export const zoomIn = 'Zoom in';
/** The name of the number between the two buttons. */
export const zoom = 'Zoom';
export const find = 'Find in document';
export const darkMode = 'Dark mode';
export const selectAllText = 'Select all text';
export const newerPaper = 'Newer paper';
export const olderPaper = 'Older paper';
export const nextMatch = 'Next match';
export const previousMatch = 'Previous match';

export const more = 'More';
/** Headings of groups of the menu: how the pages are shown, and what can be done with the whole document. */
export const viewGroup = 'View';
export const documentGroup = 'Document';

/** The names of the buttons that open another paper of the subject. */
export const neighbour = {
  newer: (paper: string) => `Newer paper: ${paper}`,
  older: (paper: string) => `Older paper: ${paper}`,
};
/** A paper whose title lacks its year. */
export const paperOfYear = (title: string, year: string) => `${title}, ${year}`;

export const pagesOf = (title: string) => `Pages of ${title}`;

export const compare = 'Compare';
export const swapSides = 'Swap sides';
export const goToOtherSide = 'Go to the other side';
/** The name of a part that both sides have. */
export const onSide = (part: string, side: 'left' | 'right') => `${part}, ${side} side`;

export const searching = 'Searching…';
export const noMatches = 'No matches';
export const closeFind = 'Close find';
/** The number of the current match, and of all. */
export const matchOf = (match: number, count: number) => `${match} of ${count}`;

/** Keys as on a keyboard. */
export const escapeKey = 'Esc';
export const controlKey = 'Ctrl';
export const commandKey = 'Cmd';
export const shiftKey = 'Shift';
