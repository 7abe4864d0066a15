import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';

/** A chapter: an entry of the contents that has no parent, and the page on which it starts. */
export type Chapter = { title: string; page: number };

/** Maximum number of chapters: more ticks would be a bar. */
const maxChapters = 60;

/** Reads the chapters of a document, in the order of their pages. Rejects if the document can't be read. */
export async function readChapters(document: Pick<PdfDocument, 'outline' | 'pageOf'>): Promise<Chapter[]> {
  const entries = (await document.outline()).slice(0, maxChapters);
  const chapters: Chapter[] = [];
  for (const { title, target } of entries) {
    const page = target === null ? null : await document.pageOf(target);
    if (page !== null) chapters.push({ title, page });
  }
  return chapters.sort((one, other) => one.page - other.page);
}

/** Returns the chapter of a page; undefined before the first. */
export function chapterOf(chapters: readonly Chapter[], page: number): Chapter | undefined {
  return chapters.findLast((chapter) => chapter.page <= page);
}
