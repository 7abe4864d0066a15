/** Words of the reader's dialog for printing, and of printed pages. */

export const preparing = (page: number, pageCount: number) => `Preparing page ${page} of ${pageCount}…`;
export const allPages = (count: number) => `All ${count}`;
export const currentPage = (page: number) => `Current page (${page})`;
export const pageRange = 'Page range';
/** Before the first and the last page of the range. */
export const from = 'From';
export const to = 'to';
export const wrongRange = (pageCount: number) => `Enter two page numbers from 1 to ${pageCount}.`;
export const tooMany = (count: number, maxCount: number) =>
  `You chose ${count} pages. At most ${maxCount} can be printed here. To print more, download the document and print it in another app.`;

export const brokenPage = (page: number) => `Page ${page} can’t be shown.`;
