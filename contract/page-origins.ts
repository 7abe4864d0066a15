import { compositionLimits } from './composition.ts';

/**
 * A composed PDF lists the stored pages that it was made of, so that a browser can find the highlights, bookmarks and
 * last pages of the former files (docs/decisions/0093-pages-of-a-pdf.md).
 */

/** Key of the list in the PDF's document information (ISO 32000-1 14.3.3). */
export const originsKey = 'ExamshelfPages';

/** The stored page of which a page, or a half of one, was made. */
export type PageOrigin = { fileId: string; page: number };

type Run = [file: number, page: number, count: number];

/**
 * Writes the origins of all pages, in order, as JSON without brackets, backslashes or letters beyond ASCII, so that it is
 * a literal string of a PDF. Successive pages are one run.
 */
export function writePageOrigins(origins: readonly PageOrigin[]): string {
  const files = [...new Set(origins.map(({ fileId }) => fileId))];
  const runs: Run[] = [];
  for (const { fileId, page } of origins) {
    const file = files.indexOf(fileId);
    const last = runs.at(-1);
    if (last?.[0] === file && last[1] + last[2] === page) last[2] += 1;
    else runs.push([file, page, 1]);
  }
  return JSON.stringify({ files, runs });
}

/** Returns the origin of each page; null for a text that `writePageOrigins` did not write. */
export function readPageOrigins(text: string): PageOrigin[] | null {
  const { files, runs } = parse(text);
  if (!Array.isArray(files) || !Array.isArray(runs)) return null;
  const origins: PageOrigin[] = [];
  for (const run of runs as unknown[]) {
    const [file, page, count] = Array.isArray(run) ? (run as unknown[]) : [];
    if (!isCount(file) || !isCount(page) || !isCount(count)) return null;
    const fileId: unknown = files[file];
    if (typeof fileId !== 'string' || origins.length + count > compositionLimits.maxPages) return null;
    for (let index = 0; index < count; index += 1) origins.push({ fileId, page: page + index });
  }
  return origins;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parse(text: string): { files?: unknown; runs?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
