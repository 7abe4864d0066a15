import type { Page } from 'playwright-core';

/** What driving a reader asks of a browser's page, whoever opened that. */
export type ReaderPage = {
  /** Resolves once the document is there and nothing came over the network for a while. */
  goto(url: string): Promise<void>;
  /** Runs the function inside the page; it sees nothing but its arguments there. What it throws is thrown here. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
};

/** Playwright's page as readers are driven in it. */
export function readerPageOf(page: Page): ReaderPage {
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'networkidle' });
    },
    evaluate: (work, ...args) => page.evaluate(callOf(work, args)),
  };
}

/** The expression that calls the function inside a page. */
export function callOf<Args extends unknown[]>(work: (...args: Args) => unknown, args: Args): string {
  return `(${work.toString()})(...${JSON.stringify(args)})`;
}
