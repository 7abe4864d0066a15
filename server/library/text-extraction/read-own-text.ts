import type { Logger } from 'pino';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { DocumentText, PageText, Texts } from '#server/engines/text-store/texts.ts';
import type { createDocumentSamples, DocumentSample } from './document-samples.ts';
import { isHtml, recipeOf, Unreadable, type FileReader } from './file-reader.ts';
import type { PageFailures } from './page-failures.ts';
import type { PageRead } from './text-job.ts';
import { batchPages, maxPdfBytes, textJudgement } from './text-limits.ts';
import type { Step } from './text-steps.ts';
import { judgePageText } from './usable-text.ts';

/**
 * Creates the step that reads the own text of some pages of a document. Pages without usable text then wait for
 * recognition. Each page is stored immediately, so the process may be killed at any moment.
 */
export function createReadOwnText(parts: {
  texts: Texts;
  reader: FileReader;
  failures: PageFailures;
  /** Maximum number of pages that are read of a file. */
  maxPages: number;
  log: Logger;
  /** Called when pages of a document were stored, or failed. */
  announce: (sha256: string) => void;
  findSample: ReturnType<typeof createDocumentSamples>;
  /** Called with the number of pages that are being read, then with 0. */
  note: (pages: number) => void;
}): Step {
  const { texts, reader, failures, maxPages, log, announce, findSample, note } = parts;

  async function read(document: DocumentText, file: FileRecord): Promise<void> {
    const { sha256 } = document;
    if (!(await hasRightPageCount(document, file))) return;
    note(Math.min(document.waiting, batchPages));
    const sample = await findSample(document, file);
    await failures.giveUpCostly(sha256);
    const pages = (await texts.listWaitingPages(sha256, batchPages, 'text')).map(({ page }) => page);
    const rest = pages.filter((page) => !sample.read.has(page));
    const found = rest.length === 0 ? { read: [], failed: [] } : await reader.readPages(file, rest);
    await keep(file, [...pages.flatMap((page) => sample.read.get(page) ?? []), ...found.read], sample);
    for (const failure of found.failed) await failures.fail(sha256, failure);
    await failures.giveUpCostly(sha256);
  }

  /** False if the document was begun again, with the actual page count of the file. */
  async function hasRightPageCount(document: DocumentText, file: FileRecord): Promise<boolean> {
    if (document.waiting < document.pageCount) return true;
    if (!isHtml(file) && file.sizeBytes > maxPdfBytes)
      throw new Unreadable(`the file is larger than ${maxPdfBytes / 1024 / 1024} MB`);
    const count = await reader.countPages(file);
    const pageCount = Math.min(count, maxPages);
    const skippedPages = count - pageCount;
    if (skippedPages > 0)
      log.warn(
        { fileId: file.id, pages: count, read: pageCount },
        'a file has too many pages: only the first are read',
      );
    const { sha256 } = document;
    return !(await texts.begin({
      sha256,
      pageCount,
      recipe: recipeOf(file),
      judgement: textJudgement,
      skippedPages,
    }));
  }

  async function keep(file: FileRecord, pages: readonly PageRead[], { repeatedLines }: DocumentSample): Promise<void> {
    const isUsable = (page: PageRead) => isHtml(file) || judgePageText({ ...page, repeatedLines }) !== 'unusable';
    const source = isHtml(file) ? 'html' : 'text';
    const toPage = ({ page, text }: PageRead): PageText => ({
      page,
      source,
      text: shownText(text),
      confidence: null,
      lines: null,
    });
    const usable = pages.filter(isUsable);
    const others = pages.filter((page) => !usable.includes(page));
    if (usable.length > 0) await texts.store(file.sha256, usable.map(toPage));
    if (others.length > 0)
      await texts.awaitRecognition(
        file.sha256,
        others.map(({ page }) => page),
      );
  }

  return async (document, file) => {
    try {
      await read(document, file);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      await failures.failWaiting(document.sha256, error.message);
    } finally {
      note(0);
    }
    announce(document.sha256);
  };
}

/** Returns a text without control characters, which no page shows, except tabs and ends of lines. */
export function shownText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ').toWellFormed();
}
