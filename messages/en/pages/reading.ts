/** Words of My Reading, the reading history in this browser. */

/** `clearAll` is the label of a button, `saved` a link to the offline materials. */
export const introduction = <Piece>(clearAll: Piece, saved: Piece) =>
  [
    'What you opened, pinned and marked as done, and your highlights and bookmarks, are stored in this browser only. Export them to take them to another device. ',
    clearAll,
    ' also removes your recent searches and this site’s copies of the pages you visited. It doesn’t remove your theme or your offline files, which are under ',
    saved,
    '.',
  ] as const;
export const needsScripts = 'Your reading history needs JavaScript; without it nothing is stored.';
export const nothingYet = 'Nothing yet. Materials you open and subjects you pin appear here.';
export const pinned = 'Pinned subjects';
export const opened = 'Recently opened';
export const removeOpened = (title: string) => `Remove ${title}`;
export const done = (count: number) =>
  count === 1 ? 'One paper is marked as done.' : `${count} papers are marked as done.`;
