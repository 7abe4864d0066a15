import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FileRecord } from '#server/database/database.ts';
import type { DocumentText, PageText, RecognisedLine, Texts } from '#server/text-store/texts.ts';
import { isHtml, PageFailed, Unreadable, NotNow, type FileReader, type PageFailure } from './file-reader.ts';
import { OcrFailed, type OcrEngine } from './ocr/ocr-engine.ts';
import { findRepeatedLines, samplePages } from './repeated-lines.ts';
import type { PageRead } from './text-job.ts';
import * as limits from './text-limits.ts';
import type { Step } from './text-queue.ts';
import { judgePageText } from './usable-text.ts';

/** Incremented when pages are read in another way: everything is then read again. */
export const textRecipe = 1;

/** A page is tried so often before it is given up. */
const maxTries = 2;
/** The index follows the recognition of a long scan in steps of so many pages. */
const announcedPages = 10;
/** Documents of which the sample is kept while others are read in between. */
const maxSamples = 4;
/** So many failed pages are looked at for those that were costly. */
const maxFailedPages = limits.maxCostlyPages * 10;

const reasons = {
  tooLarge: `the file is larger than ${limits.maxPdfBytes / 1024 / 1024} MB`,
  tooCostly: 'not tried, because other pages of the file took too long or too much memory',
  recognition: {
    time: 'recognising its text took too long',
    memory: 'recognising its text needed too much memory',
    crash: 'the program that recognises text failed on it',
  },
} as const;

/** What a document says on some of its pages, to know which lines repeat; and pages that need not be read twice. */
type Sample = { repeatedLines: ReadonlySet<string>; read: Map<number, PageRead>; failed: Map<number, PageFailure> };

/** What is done with a document, step by step. What a step stores is complete: it can be killed at any moment. */
export function createReadSteps(parts: {
  texts: Texts;
  reader: FileReader;
  /** The engine of recognition. */
  engine: () => Promise<OcrEngine>;
  log: Logger;
  signal: AbortSignal;
  /** Called after new pages of a document were stored. */
  announce: (sha256: string) => void;
  /** How many pages are being read. */
  note: (pages: number) => void;
}): { text: Step; ocr: Step } {
  const { texts, reader, engine, log, signal, announce, note } = parts;
  const samples = new LRUCache<string, Sample>({ max: maxSamples });

  async function text(document: DocumentText, file: FileRecord): Promise<void> {
    const { sha256 } = document;
    const waiting = await texts.listWaitingPages(sha256, limits.batchPages, 'text');
    const pages = waiting.map(({ page }) => page);
    try {
      note(pages.length);
      const current = await adjustPageCount(document, file);
      if (!current) return;
      const sample = await findSample(document, file);
      const failed = pages.flatMap((page) => sample.failed.get(page) ?? []);
      const known = pages.flatMap((page) => sample.read.get(page) ?? []);
      const rest = pages.filter((page) => !sample.failed.has(page) && !sample.read.has(page));
      const found = rest.length === 0 ? { read: [], failed: [] } : await reader.readPages(file, rest);
      await keep(file, [...known, ...found.read], sample);
      for (const failure of [...failed, ...found.failed]) await fail(sha256, failure);
      await giveUpCostly(sha256);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      await failWaiting(sha256, error.message, 1);
    } finally {
      note(0);
    }
    announce(sha256);
  }

  /** False if the document was begun again, with the pages that its file really has. */
  async function adjustPageCount(document: DocumentText, file: FileRecord): Promise<boolean> {
    if (document.waiting < document.pageCount) return true;
    if (!isHtml(file) && file.sizeBytes > limits.maxPdfBytes) throw new Unreadable(reasons.tooLarge);
    const count = await reader.countPages(file);
    const pageCount = Math.min(count, limits.maxPages);
    const { sha256 } = document;
    const isOther = await texts.begin({ sha256, pageCount, recipe: textRecipe, skippedPages: count - pageCount });
    if (isOther && count > pageCount)
      log.warn(
        { fileId: file.id, pages: count, read: pageCount },
        'a file has too many pages: only the first are read',
      );
    return !isOther;
  }

  async function findSample(document: DocumentText, file: FileRecord): Promise<Sample> {
    const { sha256, pageCount } = document;
    const known = samples.get(sha256);
    if (known) return known;
    const sample: Sample = { repeatedLines: new Set(), read: new Map(), failed: new Map() };
    // Those that failed before a stop are not tried again.
    const hasFailed = new Set((await texts.listFailedPages(sha256, maxFailedPages)).map(({ page }) => page));
    let left = samplePages(pageCount).filter((page) => !hasFailed.has(page));
    while (left.length > 0 && sample.failed.size < limits.maxCostlyPages) {
      const { read, failed } = await reader.readPages(file, left);
      for (const page of read) sample.read.set(page.page, page);
      for (const failure of failed) sample.failed.set(failure.page, failure);
      left = left.filter((page) => !sample.read.has(page) && !sample.failed.has(page));
    }
    sample.repeatedLines = findRepeatedLines([...sample.read.values()].map((page) => page.text));
    samples.set(sha256, sample);
    return sample;
  }

  async function keep(file: FileRecord, pages: readonly PageRead[], { repeatedLines }: Sample): Promise<void> {
    const isUsable = (page: PageRead) => isHtml(file) || judgePageText({ ...page, repeatedLines }) !== 'unusable';
    const usable = pages.filter(isUsable);
    const source = isHtml(file) ? 'html' : 'text';
    if (usable.length > 0)
      await texts.store(
        file.sha256,
        usable.map(({ page, text: said }): PageText => ({
          page,
          source,
          text: clean(said),
          confidence: null,
          lines: null,
        })),
      );
    const others = pages.filter((page) => !isUsable(page)).map(({ page }) => page);
    if (others.length > 0) await texts.awaitRecognition(file.sha256, others);
  }

  async function fail(sha256: string, { page, reason, isCostly }: PageFailure): Promise<void> {
    await texts.fail(sha256, page, { reason, tries: isCostly ? maxTries : 1 });
    log.warn({ sha256, page, reason }, 'a page could not be read');
  }

  /** So that a file with thousands of pages that each time out does not keep the others waiting for days. */
  async function giveUpCostly(sha256: string): Promise<void> {
    const failed = await texts.listFailedPages(sha256, maxFailedPages);
    if (failed.filter(({ tries }) => tries >= maxTries).length >= limits.maxCostlyPages)
      await failWaiting(sha256, reasons.tooCostly, 1);
  }

  async function failWaiting(sha256: string, reason: string, tries: number): Promise<void> {
    const waiting = await texts.listWaitingPages(sha256, limits.maxPages);
    await texts.fail(
      sha256,
      waiting.map(({ page }) => page),
      { reason, tries },
    );
    log.warn({ sha256, pages: waiting.length, reason }, 'pages of a file could not be read');
  }

  async function ocr({ sha256 }: DocumentText, file: FileRecord): Promise<void> {
    const pages = await texts.listWaitingPages(sha256, announcedPages, 'ocr');
    const [first] = pages;
    if (!first) return;
    const { page } = first;
    try {
      note(1);
      const failure = await recognise(file, page);
      if (failure) {
        await fail(sha256, { page, reason: failure, isCostly: true });
        await giveUpCostly(sha256);
      }
    } finally {
      note(0);
    }
    if (pages.length === 1 || page % announcedPages === 0) announce(sha256);
  }

  /** Recognises a page and stores it. Returns why it failed, or null. */
  async function recognise(file: FileRecord, page: number): Promise<string | null> {
    let reason = '';
    for (let tries = 1; tries <= maxTries; tries += 1) {
      try {
        const { lines, confidence } = await reader.withPicture(file, page, async (picture) =>
          (await engine()).recognise(picture, signal),
        );
        await texts.store(file.sha256, [toPage(page, lines, confidence)]);
        return null;
      } catch (error) {
        if (error instanceof PageFailed) return error.message;
        if (error instanceof Unreadable) return error.message;
        if (!(error instanceof OcrFailed)) throw error;
        if (error.cause === 'unavailable' || signal.aborted) throw new NotNow(error.message);
        reason = reasons.recognition[error.cause];
      }
    }
    return reason;
  }

  return { text, ocr };
}

function toPage(page: number, lines: readonly RecognisedLine[], confidence: number): PageText {
  const text = lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
  return { page, source: 'ocr', text: clean(text), confidence, lines };
}

/** Without control characters, which no page shows. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ');
}
