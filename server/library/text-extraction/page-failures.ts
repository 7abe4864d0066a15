import type { Logger } from 'pino';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { NotNow, type PageFailure } from './file-reader.ts';
import { maxCostlyPages, maxPages } from './text-limits.ts';

/** Records the reasons why pages could not be read. */
export interface PageFailures {
  fail(sha256: string, failure: PageFailure): Promise<void>;
  /** Fails all waiting pages of the document with this reason. */
  failWaiting(sha256: string, reason: string): Promise<void>;
  /**
   * Gives up the rest of a document that had too many costly pages, so that a file with thousands of pages that each
   * time out does not delay other files for days.
   */
  giveUpCostly(sha256: string): Promise<void>;
  /**
   * Records that a document could not be read this time. After `maxAttempts` attempts, pages fail: the first one that
   * waits for recognition, or all that wait for their own text, or, if the file can't be read now, all waiting pages.
   */
  postpone(sha256: string, need: 'text' | 'ocr', error: unknown): Promise<void>;
}

/** Maximum number of attempts to read a costly page: once with others and once alone. */
export const maxTries = 2;

/**
 * Maximum number of attempts to read a page that failed for another reason, such as missing bytes, with growing pauses.
 */
export const maxAttempts = 5;

const tooCostly = 'not tried, because too many other pages of the file failed';

export function createPageFailures({ texts, log }: { texts: Texts; log: Logger }): PageFailures {
  async function failWaiting(sha256: string, reason: string): Promise<void> {
    const pages = (await texts.listWaitingPages(sha256, maxPages)).map(({ page }) => page);
    await texts.fail(sha256, pages, { reason, tries: 1 });
    log.warn({ sha256, pages: pages.length, reason }, 'pages of a file could not be read');
  }

  async function giveUpCostly(sha256: string): Promise<void> {
    const failed = await texts.listFailedPages(sha256, maxPages);
    if (failed.filter(({ tries }) => tries >= maxTries).length >= maxCostlyPages) await failWaiting(sha256, tooCostly);
  }

  return {
    failWaiting,

    async fail(sha256, { page, reason, isCostly }) {
      await texts.fail(sha256, page, { reason, tries: isCostly ? maxTries : 1 });
      log.warn({ sha256, page, reason }, 'a page could not be read');
    },

    giveUpCostly,

    async postpone(sha256, need, error) {
      const isExpected = error instanceof NotNow;
      const message = error instanceof Error ? error.message : String(error);
      const reason = isExpected ? message : `an unexpected error: ${message}`;
      const waiting = isExpected
        ? await texts.listWaitingPages(sha256, maxPages)
        : await texts.listWaitingPages(sha256, need === 'ocr' ? 1 : maxPages, need);
      const pages = waiting.map(({ page }) => page);
      const tries = await texts.postpone(sha256, pages, reason);
      const facts = { sha256, page: pages[0], tries, reason, ...(!isExpected && { err: error }) };
      log.warn(facts, tries < maxAttempts ? 'pages could not be read; retrying later' : 'pages are given up');
      if (tries < maxAttempts) return;
      await texts.fail(sha256, pages, { reason, tries });
      await giveUpCostly(sha256);
    },
  };
}
