/** The caches of the service worker. Those of code are one for each build, the others are kept from build to build. */

/** Every cache of ours begins so. */
export const ourPrefix = 'examshelf-';

/** The code and styles of one build. */
export const shellPrefix = `${ourPrefix}shell-`;

export const cacheNames = {
  pages: `${ourPrefix}pages`,
  answers: `${ourPrefix}answers`,
  pictures: `${ourPrefix}pictures`,
  /** Code and data that are loaded when first needed, such as the reader. */
  code: `${ourPrefix}code`,
  /** What is always needed: the page for addresses that are not kept, and the frame of HTML papers. */
  fixed: `${ourPrefix}fixed`,
} as const;
