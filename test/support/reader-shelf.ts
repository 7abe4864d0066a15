import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from './shared-browser.ts';
import { makeBook, makePdf } from './documents.ts';
import { openLibrarian, type Librarian } from './library.ts';
import { arriveAt } from './reader.ts';
import { openTestServer, type TestServer } from './server.ts';
import { watchForTrouble } from './trouble.ts';

export const sizes = [
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
];
export const [phone, desktop] = sizes.map(({ options }) => options) as [BrowserContextOptions, BrowserContextOptions];
/** Subject in which the materials are filed. */
export const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
export const notes = pages.notes('csit', '1', 'c-programming');
export const papers = pages.papers('csit', '1', 'c-programming');

/**
 * For all tests of a file, opens a library with a book of 40 pages and a note of three, plus the materials of `fill`,
 * and a browser; both are closed after the last test. A test fails if `watchForTrouble` has found anything on one of
 * its pages. With `readsTexts` the server reads the texts of files, as it does in production.
 */
export function keepReaderShelf(
  fill: (librarian: Librarian, server: TestServer) => Promise<void> = async () => {},
  { readsTexts = false }: { readsTexts?: boolean } = {},
) {
  let server: TestServer;
  let browser: SharedBrowser;
  let trouble: (() => string[])[] = [];

  beforeAll(async () => {
    server = await openTestServer({ withPages: true, readsTexts });
    browser = await shareBrowser();
    const librarian = await openLibrarian(server.url);
    await librarian.upload('book.pdf', makeBook('long book', 40), 'book-file');
    await librarian.publish('note', { ...place, title: 'Long book', fileId: 'book-file' }, 'book');
    await librarian.upload('three.pdf', makePdf([['One'], ['Two'], ['Three']]), 'three-file');
    await librarian.publish('note', { ...place, title: 'Three pages', fileId: 'three-file' }, 'three');
    await fill(librarian, server);
  });

  afterEach(async () => {
    const heard = trouble.flatMap((each) => each());
    trouble = [];
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (heard.length > 0) throw new Error(heard.join('\n'));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Watches a page that the test opened itself. */
  function watch(page: Page): void {
    // The test's own scripts in the print frame of a paper are refused, like any script there.
    trouble.push(watchForTrouble(page, [/^console: Blocked script execution in 'about:srcdoc'/]));
  }

  return {
    url: () => server.url,
    browser: () => browser,
    watch,
    async newPage(options: BrowserContextOptions): Promise<Page> {
      const page = await (await browser.newContext(options)).newPage();
      watch(page);
      return page;
    },
    /** Opens an address and waits for a page of its document. Returns the reader. */
    async open(page: Page, address: string, number = 1): Promise<Locator> {
      await page.goto(server.url + address);
      await painted(page, number).waitFor();
      return reader(page);
    },
  };
}

export const painted = (page: Page, number: number) =>
  page.locator(`[data-page-number="${number}"][data-state="painted"]`);

export const reader = (page: Page) => page.getByRole('dialog', { name: /Long book|Three pages/ });

export async function goTo(page: Page, number: number): Promise<void> {
  await page.getByLabel('Go to page').fill(String(number));
  await page.keyboard.press('Enter');
  await arriveAt(page, number);
  await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe(String(number));
}

/** Returns the stored last pages. */
export const storedPages = (page: Page) => page.evaluate(() => localStorage.getItem('reader-pages'));

/** Closes the panel, which on a phone covers the toolbar from which it was opened. */
export const closePanel = (page: Page) => reader(page).getByRole('button', { name: 'Close panel' }).click();

/** Highlights a whole line of the page. */
export async function highlight(page: Page, line: string): Promise<void> {
  const mode = page.getByRole('button', { name: 'Highlight mode' });
  if ((await mode.getAttribute('aria-pressed')) !== 'true') await mode.click();
  const words = page.locator('.reader-text').getByText(line, { exact: true });
  await words.waitFor();
  await words.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.locator('mark').filter({ hasText: line }).first().waitFor();
}
