import type { Logger } from 'pino';
import { LRUCache } from 'lru-cache';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { DocumentText, PageText, Texts } from '#server/engines/text-store/texts.ts';
import type { DocumentSample } from './document-samples.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { isHtml, ReadingUnavailable, type FileReader } from './file-reader.ts';
import { batchPages, textJudgement } from './text-limits.ts';
import type { Step } from './text-steps.ts';
import { findPageTurn } from './page-turn.ts';
import { judgePageText } from './usable-text.ts';

/** Number of documents that are remembered while others are read in between. */
const maxBegun = 100;

/**
 * Creates the step that judges some pages of a document again that was read by an earlier rule: pages whose own text says
 * less than the page shows, and those on which nothing was recognised, then wait for recognition. The last step of a
 * document records the rule; one that was stopped before that begins again.
 */
export function createJudgeAgain(parts: {
  texts: Texts;
  files: Pick<Database['files'], 'turnPages'>;
  reader: Pick<FileReader, 'readPages'>;
  findSample: (document: DocumentText, file: FileRecord) => Promise<DocumentSample>;
  log: Logger;
  /** Called when pages of a document wait for recognition. */
  announce: (sha256: string) => void;
}): Step {
  const { texts, files, reader, findSample, log, announce } = parts;
  const begun = new LRUCache<string, { next: number; pages: number[] }>({ max: maxBegun });

  async function finish(sha256: string, pages: readonly number[]): Promise<void> {
    begun.delete(sha256);
    await texts.rejudge(sha256, pages, textJudgement);
    if (pages.length === 0) return;
    log.info({ sha256, pages: pages.length }, 'recognising pages whose own text says less than they show');
    announce(sha256);
  }

  /** Returns the pages among these to recognise. Pages that cannot be read now are left unchanged. */
  async function judge(document: DocumentText, file: FileRecord, stored: readonly StoredPage[]): Promise<number[]> {
    const empty = stored.filter(({ source, text }) => source === 'ocr' && text.trim() === '');
    const own = stored.filter(({ source }) => source === 'text').map(({ page }) => page);
    for (const { source, page, text } of stored) if (source === 'ocr' && text !== '') await noteTurn(file, page);
    const unusable = own.length === 0 ? [] : await listUnusable(document, file, own);
    return [...empty.map(({ page }) => page), ...unusable];
  }

  /** Records the turn of a page that an earlier release read: those did not show pages upright. */
  async function noteTurn({ sha256 }: FileRecord, page: number): Promise<void> {
    const degrees = findPageTurn((await texts.readPage(sha256, page))?.lines ?? []);
    if (degrees !== 0) await files.turnPages(sha256, [{ first: page, last: page, degrees, isByHand: false }]);
  }

  async function listUnusable(document: DocumentText, file: FileRecord, pages: readonly number[]): Promise<number[]> {
    const { repeatedLines } = await findSample(document, file);
    const unusable: number[] = [];
    let left = pages;
    while (left.length > 0) {
      const { read, failed } = await reader.readPages(file, left);
      for (const page of read) if (judgePageText({ ...page, repeatedLines }) === 'unusable') unusable.push(page.page);
      const done = new Set([...read, ...failed].map(({ page }) => page));
      if (done.size === 0) break;
      left = left.filter((page) => !done.has(page));
    }
    return unusable;
  }

  return async (document, file) => {
    const { sha256 } = document;
    if (isHtml(file)) return finish(sha256, []);
    const { next, pages } = begun.get(sha256) ?? { next: 1, pages: [] };
    const stored = await texts.readPages(sha256, next, batchPages);
    const last = stored.at(-1);
    try {
      const found = [...pages, ...(await judge(document, file, stored))];
      if (last && stored.length === batchPages) begun.set(sha256, { next: last.page + 1, pages: found });
      else await finish(sha256, found);
    } catch (error) {
      if (error instanceof ReadingUnavailable || readFault(error) !== null) throw error;
      log.warn({ err: error, sha256 }, 'a file could not be judged by the new rule; its other pages keep their texts');
      await finish(sha256, pages);
    }
  };
}

type StoredPage = Omit<PageText, 'lines'>;
