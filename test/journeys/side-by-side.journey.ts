import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { countPrints, printed, prints } from '#test/support/prints.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Two materials of a subject, read side by side on a wide window. */

let server: TestServer;
let browser: SharedBrowser;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };
const list = pages.papers(...shown.subject);

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

test.skipIf(isOnlyInSweep('journeys'))(
  'a second paper is chosen with the keyboard, nearest year first, and going back leaves the first alone',
  async () => {
    const page = await open(list);
    const view = page.getByRole('link', { name: /^View .* 2025$/ });
    await view.press('Enter');
    await painted(page.getByRole('dialog')).waitFor();
    await page.keyboard.press('v');
    const choices = page.getByRole('dialog', { name: 'Compare with…' });
    await choices.getByRole('region', { name: 'Question papers' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/2024/);
    expect(await choices.getByRole('button', { name: /2025/ }).count()).toBe(0);
    await page.keyboard.press('Enter');

    const [left, right] = sidesOf(page);
    await right.getByRole('heading', { name: /2024$/ }).waitFor();
    await painted(left).waitFor();
    // Keys go first to the chosen one, then to the other side and back.
    await expect.poll(() => focusedSide(page)).toBe('Right side');
    await page.keyboard.press('F6');
    await expect.poll(() => focusedSide(page)).toBe('Left side');
    await page.keyboard.press('F6');
    await expect.poll(() => focusedSide(page)).toBe('Right side');
    expect(opened(page)).toEqual({ open: shown.pdfPaper, compare: shown.htmlPaper });
    // The older paper of the subject replaces this side only.
    await page.keyboard.press('o');
    await right.getByRole('heading', { name: /2023$/ }).waitFor();
    await left.getByRole('heading', { name: /2025$/ }).waitFor();

    await page.goBack();
    await right.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: /2025$/ }).waitFor();
    expect(opened(page)).toEqual({ open: shown.pdfPaper });
    // After any number of comparisons, closing both returns to the list.
    for (let time = 1; time <= 2; time += 1) {
      await page.keyboard.press('v');
      await expect.poll(() => focused(page)).toMatch(/2024/);
      await page.keyboard.press('Enter');
      await right.getByRole('heading', { name: /2024$/ }).waitFor();
      await expect.poll(() => focusedSide(page)).toBe('Right side');
      await page.keyboard.press('Escape');
      await right.waitFor({ state: 'detached' });
      expect(opened(page)).toEqual({ open: shown.pdfPaper });
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(server.url + list);
    await expect.poll(() => view.evaluate((link) => link === document.activeElement)).toBe(true);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'each side scrolls, zooms and is searched separately, sides are exchanged and closed, and the address names both',
  async () => {
    const page = await open(`${list}?open=${shown.pdfPaper}&page=2&compare=${shown.book}&comparePage=3`);
    const [left, right] = sidesOf(page);
    await painted(left, 2).waitFor();
    await painted(right, 3).waitFor();
    await expect.poll(() => focusedSide(page)).toBe('Left side');
    const zooms = async () => [await zoomOf(left), await zoomOf(right)];
    await page.keyboard.press('-');
    await expect.poll(zooms).toEqual(['90 %', '100 %']);
    await page.keyboard.press('F6');
    await page.keyboard.press('f');
    await right.getByRole('search').waitFor();
    expect(await left.getByRole('search').count()).toBe(0);
    // Escape first closes open panels on this side.
    await page.keyboard.press('Escape');
    await right.getByRole('search').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await painted(right, 4).waitFor();
    await expect
      .poll(() => opened(page))
      .toEqual({
        open: shown.pdfPaper,
        page: '2',
        compare: shown.book,
        comparePage: '4',
      });

    await page.keyboard.press('x');
    await expect
      .poll(() => opened(page))
      .toEqual({
        open: shown.book,
        page: '4',
        compare: shown.pdfPaper,
        comparePage: '2',
      });
    await expect.poll(zooms).toEqual(['100 %', '90 %']);
    await expect.poll(() => focusedSide(page)).toBe('Left side');
    expect(await findAxeViolations(page)).toEqual([]);

    await page.reload();
    await painted(left, 4).waitFor();
    await painted(right, 2).waitFor();
    await left.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await right.waitFor({ state: 'detached' });
    await painted(page.getByRole('dialog', { name: /2025$/ }), 2).waitFor();
    expect(opened(page)).toEqual({ open: shown.pdfPaper, page: '2' });
    // A paper that was read to its end is not continued.
    const remembered = await page.evaluate(() => localStorage.getItem('reader-pages'));
    expect(Object.values(JSON.parse(remembered ?? '{}') as object)).toEqual([expect.objectContaining({ page: 4 })]);
  },
);

test('an error on one side is shown there, and the other stays readable', async () => {
  const page = await open(`${list}?open=${shown.withdrawn}&compare=${shown.htmlPaper}`);
  const [left, right] = sidesOf(page);
  await left.getByText('It was removed.').waitFor();
  await right.locator('iframe[data-shown]').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await left.getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: /2024$/ }).waitFor();
  expect(opened(page)).toEqual({ open: shown.htmlPaper });
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a failure during display is shown on its side, can be retried, and printing prints one side',
  async () => {
    const page = await (await browser.newContext(desktop)).newPage();
    await countPrints(page);
    await failWhenShown(page);
    await openPage(page, `${server.url}${list}?open=${shown.htmlPaper}&compare=${shown.pdfPaper}`);
    const [left, right] = sidesOf(page);
    await right.getByText('Something went wrong while showing this.').waitFor();
    await left.locator('iframe[data-shown]').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.evaluate(() => sessionStorage.clear());
    await right.getByRole('button', { name: 'Try again' }).press('Enter');
    await painted(right).waitFor();
    await left.locator('iframe[data-shown]').waitFor();
    await expect.poll(() => focusedSide(page)).toBe('Right side');
    await page.keyboard.press('i');
    await expect.poll(() => prints(page)).toEqual(['window']);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.keyboard.press('F6');
    await page.keyboard.press('i');
    await expect.poll(() => prints(page)).toEqual(['window', expect.stringMatching(/2024/)]);
    expect(await printed(page).count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a material that is hidden while it is read is reported on its side, and the other stays readable',
  async () => {
    const page = await open(`${list}?open=${shown.pdfPaper}&compare=${shown.scan}`);
    const [left, right] = sidesOf(page);
    await painted(left).waitFor();
    await painted(right).waitFor();
    await page.keyboard.press('-');
    await expect.poll(() => zoomOf(left)).toBe('90 %');
    const librarian = await openLibrarian(server.url);
    await librarian.send('POST', `/v1/materials/${shown.scan}/hide`, { reason: 'a test' });
    await right.getByText('It’s hidden at the moment').waitFor();
    expect(await zoomOf(left)).toBe('90 %');
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the divider follows the pointer and the arrow keys up to its limits, and Enter makes the sides equal',
  async () => {
    const page = await open(`${list}?open=${shown.pdfPaper}&compare=${shown.htmlPaper}`);
    const [left, right] = sidesOf(page);
    await painted(left).waitFor();
    await right.locator('iframe[data-shown]').waitFor();
    const divider = page.getByRole('separator', { name: 'Width of the left side' });
    const ends = async () => [await endOf(left), await endOf(right)];
    expect(await ends()).toEqual([715, 1440]);
    await page.mouse.move(720, 300);
    await page.mouse.down();
    // Over the frame of the right side, which would receive the pointer otherwise.
    await page.mouse.move(864, 300, { steps: 3 });
    await expect.poll(ends).toEqual([859, 1440]);
    await page.mouse.move(1400, 300);
    await expect.poll(ends).toEqual([931, 1440]);
    await page.mouse.up();
    expect(await divider.getAttribute('aria-valuenow')).toBe('65');
    await divider.press('ArrowLeft');
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('63');
    expect(await findAxeViolations(page)).toEqual([]);
    await divider.press('Enter');
    await expect.poll(ends).toEqual([715, 1440]);
    // The frame of an HTML paper can't be scrolled by the page.
    expect(await page.getByRole('button', { name: 'Scroll both together' }).count()).toBe(0);
  },
);

test('two linked PDFs scroll together by pages of any size, and each alone again when they are not linked', async () => {
  const page = await open(`${list}?open=${shown.book}&page=2&compare=${shown.pdfPaper}`);
  const [left, right] = sidesOf(page);
  await painted(left, 2).waitFor();
  await painted(right).waitFor();
  const link = page.getByRole('button', { name: 'Scroll both together' });
  await link.press('Enter');
  expect(await link.getAttribute('aria-pressed')).toBe('true');
  const before = await topOf(right);
  const pages = await scrollByPages(left, 0.5);
  await expect.poll(() => topOf(right)).not.toBe(before);
  expect(((await topOf(right)) - before) / (await pageHeightOf(right))).toBeCloseTo(pages, 1);
  const leftBefore = await topOf(left);
  await scrollByPages(right, -0.25);
  await expect.poll(() => topOf(left)).toBeLessThan(leftBefore);
  await link.press('Enter');
  const alone = await topOf(right);
  await scrollByPages(left, 0.5);
  expect(await topOf(right)).toBe(alone);
});

test('on a phone a link with two materials opens the first, and offers the other instead', async () => {
  const page = await open(`${list}?open=${shown.pdfPaper}&compare=${shown.htmlPaper}`, phone);
  await page.getByRole('dialog', { name: /2025$/ }).waitFor();
  await page.getByRole('button', { name: /^Also opened: .*2024 Read it$/ }).press('Enter');
  const other = page.getByRole('dialog', { name: /2024$/ });
  await other.getByRole('button', { name: /^Also opened: .*2025 Read it$/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
  await other.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect.poll(() => opened(page)).toEqual({ open: shown.htmlPaper });
});

async function open(address: string, options: BrowserContextOptions = desktop): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await openPage(page, server.url + address);
  return page;
}

/** Makes the pages of a PDF throw while they are rendered, until the storage of the session is emptied. */
function failWhenShown(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    sessionStorage.setItem('fails', '');
    Object.defineProperty(window, 'devicePixelRatio', {
      get() {
        // The viewer of HTML papers has the window's size too.
        const isPdf = new Error('a stack').stack?.includes('/reader-dialog-');
        if (isPdf && sessionStorage.getItem('fails') !== null) throw new Error('a test');
        return 1;
      },
    });
  });
}

const sidesOf = (page: Page): [Locator, Locator] => [
  page.getByRole('region', { name: 'Left side', exact: true }),
  page.getByRole('region', { name: 'Right side', exact: true }),
];

const painted = (side: Locator, number = 1) => side.locator(`[data-page-number="${number}"][data-state="painted"]`);

const zoomOf = (side: Locator) => side.getByLabel('Zoom', { exact: true }).textContent();

const scrollerOf = (side: Locator) => side.locator('.reader-scroller');
const topOf = (side: Locator) => scrollerOf(side).evaluate((scroller) => scroller.scrollTop);
const pageHeightOf = async (side: Locator) =>
  (await side.locator('[data-page-number]').first().boundingBox())?.height ?? 0;

/** Returns the right end of a side, in CSS pixels. */
const endOf = (side: Locator) => side.evaluate((region) => Math.round(region.getBoundingClientRect().right));

/** Scrolls a side by so many of its pages, and waits until the page has reacted. Returns the pages really scrolled. */
async function scrollByPages(side: Locator, pages: number): Promise<number> {
  const height = await pageHeightOf(side);
  const moved = await scrollerOf(side).evaluate(async (scroller, top) => {
    const before = scroller.scrollTop;
    const scrolled = new Promise((resolve) => scroller.addEventListener('scroll', resolve, { once: true }));
    scroller.scrollBy({ top, behavior: 'instant' });
    await scrolled;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return scroller.scrollTop - before;
  }, pages * height);
  return moved / height;
}

/** Returns the parameters of the address that name open materials. */
const opened = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Returns the name of the side that has the focus. */
const focusedSide = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role=region][data-side]')?.getAttribute('aria-label') ?? null);
