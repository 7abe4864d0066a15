import type { Logger } from 'pino';
import type { Texts } from '#server/text-store/texts.ts';
import type { PageFailure } from './file-reader.ts';
import { maxCostlyPages, maxPages } from './text-limits.ts';

/** Records why pages could not be read. */
export interface PageFailures {
  fail(sha256: string, failure: PageFailure): Promise<void>;
  /** All pages of the document that wait fail with this reason. */
  failWaiting(sha256: string, reason: string): Promise<void>;
  /**
   * Gives up the rest of a document that had too many costly pages, so that a file with thousands of pages that each time
   * out does not keep the others waiting for days.
   */
  giveUpCostly(sha256: string): Promise<void>;
}

/** A costly page is tried so often before it is given up: with others and alone. */
export const maxTries = 2;

const tooCostly = 'not tried, because other pages of the file took too long or too much memory';

export function createPageFailures({ texts, log }: { texts: Texts; log: Logger }): PageFailures {
  async function failWaiting(sha256: string, reason: string): Promise<void> {
    const pages = (await texts.listWaitingPages(sha256, maxPages)).map(({ page }) => page);
    await texts.fail(sha256, pages, { reason, tries: 1 });
    log.warn({ sha256, pages: pages.length, reason }, 'pages of a file could not be read');
  }

  return {
    failWaiting,

    async fail(sha256, { page, reason, isCostly }) {
      await texts.fail(sha256, page, { reason, tries: isCostly ? maxTries : 1 });
      log.warn({ sha256, page, reason }, 'a page could not be read');
    },

    async giveUpCostly(sha256) {
      const failed = await texts.listFailedPages(sha256, maxPages);
      if (failed.filter(({ tries }) => tries >= maxTries).length >= maxCostlyPages)
        await failWaiting(sha256, tooCostly);
    },
  };
}
