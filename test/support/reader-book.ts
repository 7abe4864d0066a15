import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makeBook } from './documents.ts';
import { openLibrarian, type Librarian } from './library.ts';
import { painted, place } from './reader-shelf.ts';
import { openTestServer, type TestServer } from './server.ts';
import { shareBrowser, type SharedBrowser } from './shared-browser.ts';
import { watchForTrouble } from './trouble.ts';

type OpenBook = { page: Page; trouble: () => string[] } & AsyncDisposable;

/**
 * For all tests of a file, opens a library with a book of 40 pages, plus the materials of `fill`, and a browser that
 * shows motion. Returns a function that opens the reader at a page of the book, or of another material, in a separate
 * context.
 */
export function keepBook(fill: (librarian: Librarian) => Promise<void> = async () => {}) {
  let server: TestServer;
  let browser: SharedBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([openTestServer({ withPages: true }), shareBrowser({ isMoving: true })]);
    const librarian = await openLibrarian(server.url);
    await librarian.upload('book.pdf', makeBook('long book', 40), 'book-file');
    await librarian.publish('note', { ...place, title: 'Long book', fileId: 'book-file' }, 'book');
    await fill(librarian);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  return async (options: Parameters<SharedBrowser['newContext']>[0], at: number, id = 'book'): Promise<OpenBook> => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(`${server.url}${pages.material(id)}?open=${id}&page=${at}`);
    await painted(page, at).waitFor();
    if (id === 'book') await page.locator(`[data-text-of-page="${at}"] span`).first().waitFor({ state: 'attached' });
    return { page, trouble, [Symbol.asyncDispose]: () => context.close() };
  };
}
