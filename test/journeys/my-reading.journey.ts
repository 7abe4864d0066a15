import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { openPage } from '#test/support/open-page.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The reading history in a browser of a returning visitor, and sharing of a page. */

let server: TestServer;
let browser: SharedBrowser;

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1440, height: 900 } };

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('Home shows opened materials and pinned subjects without layout shifts, and all of them can be exported and cleared', async () => {
  const { page } = await open(pages.papers(...shown.subject));
  await page.getByRole('button', { name: 'Pin C Programming' }).press('Enter');
  const done = page.getByRole('button', { name: /^Mark as done: .* 2025$/ });
  await done.press('Enter');
  await page.getByRole('button', { name: /^Done: .* 2025$/, pressed: true }).waitFor();
  await page.getByRole('link', { name: /^View .* 2025$/ }).press('Enter');
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('Escape');

  await openPage(page, server.url + pages.home());
  const opened = page.getByRole('region', { name: 'Continue reading' });
  const reopen = opened.getByRole('link', { name: /2025$/ });
  await reopen.waitFor();
  expect(await page.evaluate(layoutShift)).toBe(0);
  await reopen.press('Enter');
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).pathname).toBe(pages.home());
  await page
    .getByRole('region', { name: 'Pinned subjects' })
    .getByRole('link', { name: 'C Programming' })
    .press('Enter');
  await page.getByRole('button', { name: /^Done: .* 2025$/ }).waitFor();

  await openPage(page, server.url + pages.reading());
  await page.getByText('One paper is marked as done.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).press('Enter'),
  ]);
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await page.getByText('Nothing yet.').waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reading-')))).toEqual([]);
  await page.getByLabel('Exported file').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/json',
    buffer: await readFile(await download.path()),
  });
  await page.getByRole('button', { name: 'Unpin C Programming' }).waitFor();
});

test.skipIf(isOnlyInSweep('journeys'))('a material that is gone is no longer offered on Home', async () => {
  const { page } = await open(pages.home());
  const gone = { title: 'Gone', kind: 'note', subject: 'Physics', fileId: 'none', pageCount: 3, at: 1 };
  await page.evaluate(([id, entry]) => localStorage.setItem('reading-opened', JSON.stringify({ [id]: entry })), [
    shown.withdrawn,
    gone,
  ] as const);
  await openPage(page, server.url + pages.home());
  await page.getByRole('link', { name: 'Gone' }).press('Enter');
  await page.getByText('It was removed.').waitFor();
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('region', { name: 'Continue reading' }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('reading-opened'))).toBeNull();
});

test('a paper is marked as done in the reader and in the preview, and its list counts it', async () => {
  const { page } = await open(pages.papers(...shown.subject));
  await page.getByRole('link', { name: /^View .* 2025$/ }).press('Enter');
  const reader = page.getByRole('dialog', { name: /2025$/ });
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('D');
  await reader.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await reader.getByRole('menuitemcheckbox', { name: 'Mark as done', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByText('1 of 4 done').waitFor();

  await page.getByRole('link', { name: /^View .* 2024$/ }).press('Enter');
  const done = page.getByRole('dialog').getByRole('button', { name: 'Mark as done' });
  await done.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 of 4 done').waitFor();
  expect(await page.getByRole('button', { name: /^Done: /, pressed: true }).count()).toBe(2);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the reader and the preview go to the newer and older papers of the subject, and close to the list that opened them',
  async () => {
    const { page } = await open(pages.papers(...shown.subject), desktop);
    const view = page.getByRole('link', { name: /^View .* 2025$/ });
    await view.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: /2025$/ }).waitFor();
    await page.getByRole('tab', { name: /Question Papers/, includeHidden: true }).waitFor({ state: 'attached' });
    // The key does nothing until the reader knows the older paper, which it shows nowhere.
    const isOlderOpen = async () => {
      if (await dialog.getByRole('heading', { name: /2025$/ }).isVisible()) await page.keyboard.press('o');
      return dialog.getByRole('heading', { name: /2024$/ }).isVisible();
    };
    await expect.poll(isOlderOpen).toBe(true);
    await dialog.getByRole('button', { name: 'Older paper' }).press('Enter');
    await dialog.getByRole('heading', { name: /2023$/ }).waitFor();
    await page.keyboard.press('Shift+O');
    await dialog.getByRole('heading', { name: /2024$/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(server.url + pages.papers(...shown.subject));
    expect(await view.evaluate((link) => link === document.activeElement)).toBe(true);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a page of the reader is shared by its own address: copied, as a QR code, or by the system',
  async () => {
    const { page, context } = await open(`${pages.material(shown.pdfPaper)}?open=${shown.pdfPaper}&page=2`, desktop);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-page-number="2"][data-state="painted"]').waitFor();
    await page.keyboard.press('Shift+S');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).press('Enter');
    await dialog.getByText('The link is copied.').waitFor();
    const address = `${server.url}${pages.material(shown.pdfPaper)}?open=${shown.pdfPaper}&page=2`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.evaluate(() => {
      navigator.share = async (data) => void (document.title = JSON.stringify(data));
    });
    await page.keyboard.press('Shift+S');
    await page.waitForFunction((url) => document.title.includes(url), address);
    expect(await dialog.count()).toBe(0);
  },
);

async function open(address: string, options: object = phone): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await openPage(page, server.url + address);
  return { page, context };
}

/** Returns the layout shift of the page so far that no input explains. */
function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
      resolve(shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are reported in a task; without entries nothing is.
    requestIdleCallback(() => setTimeout(() => resolve(0), 200), { timeout: 5000 });
  });
}
