import { Problem } from '#contract/problems.ts';

/** The bytes of a `content-range`, both ends inclusive. The file service checks whether they fit a chunk. */
export type SentRange = { first: number; last: number; total: number };

/**
 * Parses the `content-range` of an upload; null without the header. Release 12 of Appwrite's web SDK writes the total
 * as the last byte of the final chunk; this subtracts one then. Throws Problem `storage_invalid_content_range` for
 * another unit, an unknown total, or anything else that is not three numbers.
 */
export function parseContentRange(header: string | undefined): SentRange | null {
  if (header === undefined) return null;
  const [, ...figures] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header.trim()) ?? [];
  const [first, last, total] = figures.map(Number);
  if (first === undefined || last === undefined || total === undefined) {
    throw new Problem('storage_invalid_content_range', 'The content-range header must read "bytes first-last/total".');
  }
  return { first, last: last === total ? total - 1 : last, total };
}
