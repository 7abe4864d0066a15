import { createDocumentReads } from './document-reads.ts';
import { createFailedPages } from './failed-pages.ts';
import { createPageReads } from './page-reads.ts';
import { createTextRows, type TextsEngine } from './text-rows.ts';
import { createTextWrites } from './text-writes.ts';
import type { TextsFile } from './texts-file.ts';

/** Creates the SQL functions on texts. */
export function createTextsEngine(file: TextsFile): TextsEngine {
  const rows = createTextRows(file);
  return {
    ...createTextWrites(rows),
    ...createFailedPages(rows),
    ...createPageReads(rows),
    ...createDocumentReads(rows),
  };
}
