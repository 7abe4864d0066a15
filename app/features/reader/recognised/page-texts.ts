import { retryUntilAnswered } from '#app/features/layout/network-state.ts';
import type { PageTextAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { readPageText, type PageText } from '#app/features/reader/pdf/page-text.ts';
import type { PageSummary } from './page-summary.ts';
import { textOfLines, usableLines, type RecognisedLine } from './recognised-lines.ts';

/** The texts of an open document's pages: the file's own text, or the recognised one if that is not usable. */
export type PageTexts = {
  /** Returns true if the text of a page was recognised; false if it was not, or if that is unknown. */
  isRecognised(page: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Returns the lines that were recognised on a page; null if it uses its own text. Rejects if they can't be loaded, and with an
   * AbortError if `signal` is aborted.
   */
  recognised(page: number, signal: AbortSignal): Promise<readonly RecognisedLine[] | null>;
  /** Returns the text of a page as in its text layer. Rejects with the errors of `recognised`, and if the page is damaged. */
  read(page: number, signal: AbortSignal): Promise<PageText>;
};

/** Number of pages whose lines are cached: the visible pages and their neighbours. */
const maxCachedPages = 24;

/**
 * Creates the texts of the document, which is the file of this material. Requests the list of recognised pages once. If
 * a page had to show its own text because the list could not be loaded, it continues to do so, because other code
 * stores offsets in that text.
 */
export function createPageTexts(
  document: PdfDocument,
  materialId: string,
  summary: Pick<PageSummary, 'recognised'>,
): PageTexts {
  const ownPages = new Set<number>();
  const cached = new Map<number, readonly RecognisedLine[]>();

  async function isRecognised(page: number, signal: AbortSignal): Promise<boolean> {
    if (ownPages.has(page)) return false;
    const ranges = await summary.recognised().catch(() => null);
    signal.throwIfAborted();
    if (ranges?.some(([first, last]) => page >= first && page <= last)) return !ownPages.has(page);
    ownPages.add(page);
    return false;
  }

  async function recognised(page: number, signal: AbortSignal): Promise<readonly RecognisedLine[] | null> {
    if (!(await isRecognised(page, signal))) return null;
    const lines = cached.get(page) ?? (await fetchLines(materialId, page, signal));
    if (!lines) {
      ownPages.add(page);
      return null;
    }
    // The page used last is the last to be dropped.
    cached.delete(page);
    cached.set(page, lines);
    const [oldest] = cached.keys();
    if (cached.size > maxCachedPages && oldest !== undefined) cached.delete(oldest);
    return lines;
  }

  return {
    isRecognised,
    recognised,
    async read(page, signal) {
      const lines = await recognised(page, signal);
      return lines ? textOfLines(lines) : readPageText(document, page, signal);
    },
  };
}

/** Fetches the recognised lines of a page; null if it has none. Without a connection, waits for one until aborted. */
function fetchLines(materialId: string, page: number, signal: AbortSignal): Promise<RecognisedLine[] | null> {
  return retryUntilAnswered(
    async () => {
      const address = api.pageText(materialId, page);
      const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
      if (response.status === 503) throw new Busy();
      if (!response.ok) throw new Error(`the response for the text of page ${page} has status ${response.status}`);
      const { lines } = (await response.json()) as PageTextAnswer;
      return lines && usableLines(lines);
    },
    (error) => {
      if (error instanceof Busy) return 'try again';
      return error instanceof TypeError ? 'no response' : 'final';
    },
    signal,
  );
}

/** The server is overloaded. */
class Busy extends Error {}
