import { LRUCache } from 'lru-cache';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { DocumentText, Texts } from '#server/engines/text-store/texts.ts';
import type { FileReader } from './file-reader.ts';
import type { PageFailures } from './page-failures.ts';
import { findRepeatedLines, samplePages } from './repeated-lines.ts';
import type { PageRead } from './text-job.ts';
import { maxCostlyPages } from './text-limits.ts';

/** Some pages of a document. They determine the repeated lines, and need not be read twice. */
export type DocumentSample = {
  repeatedLines: ReadonlySet<string>;
  read: ReadonlyMap<number, PageRead>;
};

/** Number of documents whose sample is cached while others are processed in between. */
const maxSamples = 4;

/**
 * Returns a function that reads the sample of a document and records pages of it that fail. After a stop it chooses the
 * same pages, so the result is the same as without a stop. May reject with the errors of the reader.
 */
export function createDocumentSamples({
  texts,
  reader,
  failures,
}: {
  texts: Texts;
  reader: Pick<FileReader, 'readPages'>;
  failures: Pick<PageFailures, 'fail'>;
}): (document: DocumentText, file: FileRecord) => Promise<DocumentSample> {
  const samples = new LRUCache<string, DocumentSample>({ max: maxSamples });

  return async ({ sha256, pageCount, failed: failedCount }, file) => {
    const known = samples.get(sha256);
    if (known) return known;
    const read = new Map<number, PageRead>();
    const failed = new Set<number>();
    // Pages that failed before a stop are not retried.
    const failedBefore = new Set((await texts.listFailedPages(sha256, failedCount)).map(({ page }) => page));
    let left = samplePages(pageCount).filter((page) => !failedBefore.has(page));
    while (left.length > 0 && failed.size < maxCostlyPages) {
      const found = await reader.readPages(file, left);
      for (const page of found.read) read.set(page.page, page);
      for (const failure of found.failed) {
        failed.add(failure.page);
        await failures.fail(sha256, failure);
      }
      left = left.filter((page) => !read.has(page) && !failed.has(page));
    }
    const sample = { repeatedLines: findRepeatedLines([...read.values()]), read };
    samples.set(sha256, sample);
    return sample;
  };
}
