/** Words of the reader's slider along a document. */

export const page = 'Page';
export function position(page: string, pageCount: number, chapter: string | undefined): string {
  const at = `Page ${page} of ${pageCount}`;
  return chapter === undefined ? at : `${at}, ${chapter}`;
}
