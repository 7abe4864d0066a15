/** Words about the text extraction of a material, and of the files of which it failed. */

import { counted, number } from './format.ts';

export const fullTextSearch = 'Full-text search';
export const notExtracted = 'The text hasn’t been extracted yet.';

/** Numbers of pages. `skipped` are beyond the limit of a file. */
type Pages = { unread: number; read: number; failed: number; skipped: number; total: number };
/** `10 of 12 pages can be searched; 2 wait for text extraction.` */
export function summary({ unread, read, failed, skipped, total }: Pages): string {
  const all = total === 1 ? 'Its page can be searched' : `All ${counted(total, 'page')} can be searched`;
  const parts = [read === total ? all : `${number(read)} of ${counted(total, 'page')} can be searched`];
  if (unread > 0) parts.push(`${unread} ${unread === 1 ? 'waits' : 'wait'} for text extraction`);
  if (failed > 0) parts.push(`${failed} couldn’t be read`);
  if (skipped > 0) parts.push(`${skipped} beyond the limit ${skipped === 1 ? 'is' : 'are'} left out`);
  return `${parts.join('; ')}.`;
}
/** Names the pages with the same reason: `Pages 2, 3 and 7: took too long.` */
export function failure(pages: readonly number[], reason: string): string {
  const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(pages.map(String));
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${listed}: ${reason}.`;
}

export const readAgain = 'Read again';
export const readAllAgain = 'Read all again';
export const readingAgain = 'Reading again';
export const willBeRead = (pages: number) => `${pages} ${pages === 1 ? 'page' : 'pages'} will be read again.`;
export const willBeReadOf = (pages: number, title: string) =>
  `${pages} ${pages === 1 ? 'page' : 'pages'} of "${title}" will be read again.`;
export const cannotReadAgain = 'The pages can’t be read again';

export const failedPages = 'Pages that couldn’t be read';
export const postponedPages = 'Pages that will be retried later';
export const moreFiles = (count: number) => `And ${counted(count, 'more file')}.`;
