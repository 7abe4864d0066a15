import { turnOfPage } from '#domain/page-turns.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { PageText, Texts } from '#server/engines/text-store/texts.ts';
import { OcrFailed, type RecognisedPage } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { PageFailed, ReadingUnavailable, Unreadable, type FileReader } from './file-reader.ts';
import { maxTries, type PageFailures } from './page-failures.ts';
import { findPageTurn } from './page-turn.ts';
import type { Recognition } from './recognition.ts';
import { shownText } from './read-own-text.ts';
import type { Step } from './text-steps.ts';
import { isLegible } from './usable-text.ts';

/** Number of pages between announcements during the recognition of a long scan. */
const announcedPages = 10;

/**
 * Factor by which recognition must find more letters than the page's own text has. With a lower factor, that text is
 * more than a stamp.
 */
const clearlyMore = 1.25;

const reasons = {
  time: 'recognising its text took too long',
  memory: 'recognising its text needed too much memory',
  crash: 'the program that recognises text failed on it',
} as const;

/** Creates the step that recognises the first waiting page of a document. */
export function createRecognisePage(parts: {
  texts: Texts;
  files: Pick<Database['files'], 'turnPages'>;
  reader: FileReader;
  failures: PageFailures;
  recognition: Pick<Recognition, 'engine'>;
  signal: AbortSignal;
  /** Called when pages of a document were stored, or failed. */
  announce: (sha256: string) => void;
  /** Called with the number of pages that are being read, then with 0. */
  note: (pages: number) => void;
}): Step {
  const { texts, files, reader, failures, recognition, signal, announce, note } = parts;

  /** Returns the page's own text, which is exact, unless the picture has clearly more. */
  async function choosePage(file: FileRecord, page: number, found: RecognisedPage): Promise<PageText> {
    const recognised = toPage(page, found);
    const { read } = await reader.readPages(file, [page]);
    const own = read.find((each) => isLegible(each));
    if (!own || countLetters(recognised.text) >= countLetters(own.text) * clearlyMore) return recognised;
    return { page, source: 'text', text: shownText(own.text), confidence: null, lines: null };
  }

  /** Records the rotation of a page whose text is upside down or on its side, so that it is shown upright. */
  async function noteTurn({ sha256, pageTurns }: FileRecord, page: number, { lines }: RecognisedPage): Promise<void> {
    const degrees = findPageTurn(lines);
    if (degrees !== turnOfPage(pageTurns, page))
      await files.turnPages(sha256, [{ first: page, last: page, degrees, isByHand: false }]);
  }

  /** Recognises a page. Returns the reason if that failed. */
  async function recognise(file: FileRecord, page: number): Promise<string | null> {
    let reason = '';
    for (let tries = 1; tries <= maxTries; tries += 1) {
      try {
        const found = await reader.withPicture(file, page, async (picture) =>
          (await recognition.engine()).recognise(picture, signal),
        );
        await texts.store(file.sha256, [await choosePage(file, page, found)]);
        await noteTurn(file, page, found);
        return null;
      } catch (error) {
        if (error instanceof Unreadable) return error.message;
        if (error instanceof PageFailed) {
          reason = error.message;
          continue;
        }
        if (!(error instanceof OcrFailed)) throw error;
        if (error.cause === 'unavailable' || signal.aborted) throw new ReadingUnavailable(error.message);
        reason = reasons[error.cause];
      }
    }
    return reason;
  }

  return async ({ sha256 }, file) => {
    const waiting = await texts.listWaitingPages(sha256, 2, 'ocr');
    const page = waiting[0]?.page;
    if (page === undefined) return;
    try {
      note(1);
      const reason = await recognise(file, page);
      if (reason !== null) {
        await failures.fail(sha256, { page, reason, isCostly: true });
        await failures.giveUpCostly(sha256);
      }
    } finally {
      note(0);
    }
    // The first page shows where a staged file belongs.
    if (page === 1 || waiting.length === 1 || page % announcedPages === 0) announce(sha256);
  };
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function toPage(page: number, { lines, confidence }: RecognisedPage): PageText {
  const text = lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
  return { page, source: 'ocr', text: shownText(text), confidence, lines };
}
