/** Words of the reader's dialog for printing, and of printed pages. */

export const preparing = (page: number, pageCount: number) => `Preparing page ${page} of ${pageCount}…`;
export const allPages = (count: number) => `All ${count}`;
export const currentPage = (page: number) => `Current page (${page})`;
export const pageRange = 'Page range';
/** Before the first and the last page of the range. */
export const from = 'From';
export const to = 'to';
export const wrongRange = (pageCount: number) => `Type two page numbers from 1 to ${pageCount}.`;
export const tooMany = (count: number, maxCount: number) =>
  `That is ${count} pages. You can print up to ${maxCount} at once here; to print more, download the document and print it from there.`;

export const brokenPage = (page: number) => `Page ${page} cannot be shown.`;
