/** Words of the reader's slider along a document. */

import { digits } from '../format.ts';

export const page = 'पृष्ठ';
export function position(page: string, pageCount: number, chapter: string | undefined): string {
  const at = `${digits(pageCount)} मध्ये पृष्ठ ${page}`;
  return chapter === undefined ? at : `${at}, ${chapter}`;
}
