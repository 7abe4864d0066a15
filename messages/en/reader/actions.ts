/** Words of the reader's actions, in its toolbars, its menu and the list of shortcuts, and of what they open. */

export const pagesGroup = 'Pages';
export const previousPage = 'Previous page';
export const nextPage = 'Next page';
export const goToPage = 'Go to page';
export const goBack = 'Go back';

export const findGroup = 'Find';
export const contents = 'Contents';
export const thumbnails = 'Thumbnails';

export const fitWidth = 'Fit width';
export const fitPage = 'Fit page';
export const trimMargins = 'Trim margins';
export const oneHalf = 'One half at a time';
export const rotateRight = 'Rotate right';
export const rotateLeft = 'Rotate left';
export const readAloud = 'Read aloud';

export const marksGroup = 'Highlights and bookmarks';
export const highlightMode = 'Highlight mode';
export const highlights = 'Highlights';
export const bookmarkPage = 'Bookmark this page';

export const sidesGroup = 'Two side by side';

export const shortcuts = 'Keyboard shortcuts';
export const shortcutList = 'Shortcuts';
export const closeShortcuts = 'Close the list';

/** The tab of the panel with the thumbnails. */
export const pagesTab = 'Pages';
