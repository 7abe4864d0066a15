import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makeOldest } from '#test/support/older-browser.ts';
import { untilHydrated } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The oldest supported browsers of README and earlier ones, as far as functions can be removed from Chromium. */
let server: TestServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;

beforeAll(async () => {
  server = await openSampleLibrary();
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const papers = pages.papers('csit', '1', 'c-programming');

async function openOldest(): Promise<Page> {
  const context = await browser.newContext(phone);
  await makeOldest(context);
  return context.newPage();
}

test('without the functions that the oldest supported browsers lack, lists, search and the reader work', async () => {
  const page = await openOldest();
  const trouble = watchForTrouble(page);
  await page.goto(server.url + papers);
  await untilHydrated(page);
  expect(await page.evaluate(() => 'bytes' in Blob.prototype && 'toSorted' in [])).toBe(true);
  await page
    .getByRole('link', { name: /^(?:View|Read) / })
    .first()
    .click();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBeTruthy();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('open'));
  await page.goto(`${server.url}${pages.books()}`);
  await untilHydrated(page);
  await page.getByLabel('Faculty').selectOption('csit');
  await page.waitForURL((url) => url.search === '?faculty=csit');
  expect(trouble()).toEqual([]);
  await page.context().close();
});

test('an older browser starts no scripts and has the whole page without them', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'CompressionStream'));
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await page.goto(server.url + papers);
  // Scripts that start do so in separate tasks, before the browser is idle.
  // A busy machine may have no idle moment.
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve, { timeout: 2000 })));
  const marks = await page.evaluate(() => [...document.documentElement.attributes].map(({ name }) => name));
  expect(marks).toEqual(['lang', 'dir']);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  // Controls that a script would open are links.
  await page.getByRole('link', { name: 'Subjects of Semester 2' }).waitFor();
  expect(await page.getByRole('button', { name: /dark|light|^Save/i }).count()).toBe(0);
  const read = page.getByRole('link', { name: /^(?:View|Read) / }).first();
  const file = await fetch(new URL((await read.getAttribute('href')) ?? '', page.url()));
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await file.body?.cancel();
  await page.goto(`${server.url}${pages.search()}?q=programming`);
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === 'programming');
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await page.goto(server.url + pages.login());
  await page.getByText('Signing in needs JavaScript.').waitFor();
  expect(trouble()).toEqual([]);
  await context.close();
});

test('without style sheets the pictures of the page have their size', async () => {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
  await context.route('**/*.css', (route) => route.abort());
  const page = await context.newPage();
  for (const address of [pages.home(), papers, pages.books(), '/no/such/page']) {
    await page.goto(server.url + address);
    const sizes = await page.locator('svg:visible').evaluateAll((each) => each.map((svg) => svg.clientWidth));
    expect(sizes.length, address).toBeGreaterThan(0);
    expect(Math.max(...sizes), address).toBeLessThanOrEqual(320);
  }
  await context.close();
});

test('an error that breaks even the error page is shown in our words, with a way back', async () => {
  const page = await browser.newPage(phone);
  await page.goto(server.url);
  await untilHydrated(page);
  // The head of every page calls it during rendering.
  await page.evaluate(() => {
    JSON.stringify = () => {
      throw new Error('broken on purpose');
    };
    document.querySelector<HTMLElement>('a[href="/faq"]')?.click();
  });
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  expect(await page.getByText('Something went wrong!').count()).toBe(0);
  await page.getByRole('link', { name: 'Try again' }).click();
  await untilHydrated(page);
  await page.close();
});

test.skipIf(isOnlyInSweep('journeys'))('in an oldest supported browser a text is found in a PDF', async () => {
  const page = await openOldest();
  const trouble = watchForTrouble(page);
  await page.goto(`${server.url}${papers}?open=sample-csit-c-paper-2025`);
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in document' }).fill('program');
  await page
    .locator('.reader-find-count')
    .filter({ hasText: / of [1-9]/ })
    .waitFor();
  expect(trouble()).toEqual([]);
  await page.context().close();
});
