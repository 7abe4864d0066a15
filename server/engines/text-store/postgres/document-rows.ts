import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { DocumentText } from '#server/engines/text-store/texts.ts';

/** Connections to the database, and the name of this process in claims and changes. */
export type TextConnections = { read: Kysely<Tables>; write: Kysely<Tables>; holder: string };

/** The columns that are read of a document. */
export const documentColumns = sql`sha256, page_count, skipped_pages, recipe, judgement, version, waiting_text + waiting_ocr as waiting, read, failed`;

export type DocumentRow = {
  sha256: string;
  page_count: number;
  skipped_pages: number;
  recipe: number;
  judgement: number;
  version: number;
  waiting: number;
  read: number;
  failed: number;
};

export function toDocument({ page_count: pageCount, skipped_pages: skippedPages, ...row }: DocumentRow): DocumentText {
  return { ...row, pageCount, skippedPages };
}

/** The condition of documents with pages that wait for something; an index has exactly these. */
export const waitsFor = { text: sql`waiting_text > 0`, ocr: sql`waiting_ocr > 0` };

/** Returns a list of texts as rows, sent as one parameter. */
export function listed(texts: readonly string[]): RawBuilder<unknown> {
  return sql`(select value from jsonb_array_elements_text(cast(${JSON.stringify(texts)} as jsonb)) as listed (value))`;
}

/** Returns a list of numbers as rows, sent as one parameter. */
export function listedNumbers(numbers: readonly number[]): RawBuilder<unknown> {
  return sql`(select cast(value as bigint) from jsonb_array_elements_text(cast(${JSON.stringify(numbers)} as jsonb)) as listed (value))`;
}

/** Returns the condition of documents that were judged by an earlier rule and have no waiting pages. */
export const isOutdated = (judgement: number) => sql`judgement < ${judgement} and waiting_text = 0 and waiting_ocr = 0`;
