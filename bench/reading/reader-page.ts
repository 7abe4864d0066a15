import type { Page } from 'playwright-core';

/** The methods of a browser's page that are needed to control a reader, however the page was opened. */
export type ReaderPage = {
  /** Resolves once the document is loaded and nothing came over the network for a while. */
  goto(url: string): Promise<void>;
  /** Runs the function inside the page; it can use only its arguments there. Rethrows what it throws. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
};

/** Returns Playwright's page with these methods. */
export function readerPageOf(page: Page): ReaderPage {
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'networkidle' });
    },
    evaluate: (work, ...args) => page.evaluate(callOf(work, args)),
  };
}

/** Returns the expression that calls the function inside a page. */
export function callOf<Args extends unknown[]>(work: (...args: Args) => unknown, args: Args): string {
  return `(${work.toString()})(...${JSON.stringify(args)})`;
}
