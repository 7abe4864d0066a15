import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { openLine, openVisit, untilTrue, type Line } from '#test/support/offline-visit.ts';
import { openPage, untilHydrated } from '#test/support/open-page.ts';
import { type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';

/** What is kept on the device is read without a connection: the line is really cut. */

let server: TestServer;
let browser: SharedBrowser;
let line: Line;
let context: BrowserContext;

const book = 'sample-elec-nm-book-worked';

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

beforeEach(async () => {
  line = await openLine(server.url);
  context = await openVisit(browser);
});

afterEach(async () => {
  await context.close();
  await line[Symbol.asyncDispose]();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('a book that was kept is read to its last page without a line, from a page that was never opened before', async () => {
  const page = await context.newPage();
  await openControlled(page, pages.material(book));
  await keep(page, /^Keep 641 KB$/);
  await loseLine();
  line.asked.length = 0;

  await page.goto(line.url + pages.kept());
  await untilHydrated(page);
  await page.getByText('1 material, 641 KB').waitFor();
  await page.getByRole('link', { name: /^Read / }).tap();
  await painted(page, 1);
  const last = Number(await page.getByLabel('Go to page').evaluate((box) => box.getAttribute('max')));
  await page.getByLabel('Go to page').fill(String(last));
  await page.keyboard.press('Enter');
  await painted(page, last);
  expect(line.asked).toEqual([]);
});

/** Opens a page and waits until the service worker controls it. */
async function openControlled(page: Page, path: string): Promise<void> {
  await openPage(page, line.url + path);
  await untilTrue(page, async () => navigator.serviceWorker.controller !== null);
}

/** Keeps what the page shows. */
async function keep(page: Page, size: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Keep (?:all )?offline: / }).tap();
  const dialog = page.getByRole('dialog', { name: 'Keep offline' });
  await dialog.getByRole('button', { name: size }).tap();
  await dialog.getByText(/without a connection\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
}

function painted(page: Page, number: number): Promise<void> {
  return page.locator(`[data-page-number="${number}"][data-state="painted"]`).waitFor();
}

async function loseLine(): Promise<void> {
  line.cut();
  await context.setOffline(true);
}

export async function findLine(): Promise<void> {
  line.mend();
  await context.setOffline(false);
}
void shown;
