import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import { openPage } from '#test/support/open-page.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** Home of a library with materials in some of its faculties. */

let server: TestServer;
let browser: SharedBrowser;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The longest that Home may be on a phone, in CSS pixels. */
const maxHomeHeight = 2400;

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('at a first visit Home shows a question of a paper, and its link opens the page with the words marked', async () => {
  await using context = await browser.newContext(phone);
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await openPage(page, server.url + pages.home());
  const words = await exampleOf(page).locator('mark').innerText();
  expect(await findAxeViolations(page)).toEqual([]);
  await exampleOf(page)
    .getByRole('link', { name: /, page \d+$/ })
    .tap();
  await page.locator('.reader-hit[data-current]').first().waitFor();
  expect(new URL(page.url()).searchParams.get('find')).toBe(words);
  // Someone who has opened a paper knows it; Continue reading is in its place.
  await openPage(page, server.url + pages.home());
  await page.getByRole('region', { name: 'Continue reading' }).waitFor();
  expect(await exampleOf(page).isVisible()).toBe(false);
  expect(trouble()).toEqual([]);
});

test.each([
  ['with scripts', true],
  ['without scripts', false],
])(
  'on a phone, %s, faculties without materials are behind a link, and Home is not too long',
  async (_name, javaScriptEnabled) => {
    await using context = await browser.newContext({ ...phone, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(server.url + pages.home());
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThan(1000);
    expect(height).toBeLessThanOrEqual(maxHomeHeight);
    const faculties = page.getByRole('region', { name: 'Choose your faculty' });
    const buttons = faculties.getByRole('button', { name: /^Select Faculty/ });
    const more = faculties.getByRole('link', { name: /^\d+ more faculties, without materials yet$/ });
    const hidden = Number.parseInt(await more.innerText(), 10);
    expect(await buttons.count()).toBe(15 - hidden);
    await more.tap();
    await expect.poll(() => buttons.count()).toBe(15);
    expect(await more.count()).toBe(0);
  },
);

test('on a wide screen every faculty is shown', async () => {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openPage(page, server.url + pages.home());
  expect(await page.getByRole('button', { name: /^Select Faculty/ }).count()).toBe(15);
  expect(await page.getByRole('link', { name: /more faculties/ }).count()).toBe(0);
});

function exampleOf(page: Page) {
  return page
    .getByRole('main')
    .locator('div', { has: page.getByText('Words of a question find its page', { exact: true }) })
    .last();
}
