import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { holdRequests } from '#test/support/hold-requests.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeBook } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import {
  makeCoverPdf,
  makeHalfBrokenPdf,
  makePhotographPdf,
  makeScanPdf,
  photographPlace,
} from '#test/support/picture-documents.ts';
import { pressTool } from '#test/support/reader.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const screens: { screen: string; options: BrowserContextOptions }[] = [
  { screen: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { screen: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
];
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const broken = makeHalfBrokenPdf();

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  const files = {
    photograph: makePhotographPdf('Describe what is seen here'),
    scan: makeScanPdf(),
    cover: makeCoverPdf('A green book'),
    broken,
    book: makeBook('thick book', 12, { padBytes: 300_000 }),
    gone: makePhotographPdf('Taken back'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await librarian.upload(`${name}.pdf`, bytes, `${name}-file`);
    await librarian.publish('note', { ...place, title: `The ${name}`, fileId: `${name}-file` }, name);
  }
  await librarian.send('DELETE', api.document(ids, 'notes', 'gone'));
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);
const opened = (id: string) => `${server.url}${pages.books()}?open=${id}`;

/**
 * Takes a picture of the visible part of that page and returns red, green and blue of any position, in fractions of the
 * page.
 */
async function look(page: Page, sheet: Locator) {
  const box = (await sheet.boundingBox())!;
  const { data, info } = await sharp(await page.screenshot({ scale: 'css' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (x: number, y: number): number[] => {
    const left = Math.round(box.x + x * box.width);
    const top = Math.round(box.y + y * box.height);
    return [...data.subarray((top * info.width + left) * 3).subarray(0, 3)];
  };
}

const lightOf = (colour: number[]) => (colour[0]! + colour[1]! + colour[2]!) / 3;

/** Positions well within the photograph, in the part of the page that a desktop shows. */
const onPhotograph = [0.25, 0.5, 0.75].flatMap((x) => [0.34, 0.38].map((y) => [x, y] as const));

function differences(one: (x: number, y: number) => number[], other: (x: number, y: number) => number[]): number {
  return Math.max(
    ...onPhotograph.flatMap(([x, y]) => one(x, y).map((value, index) => Math.abs(value - other(x, y)[index]!))),
  );
}

/** Returns the lightest and the darkest value of a part of the page. */
function range(
  at: (x: number, y: number) => number[],
  piece: { left: number; top: number; right: number; bottom: number },
) {
  const lights: number[] = [];
  for (let x = piece.left; x < piece.right; x += 0.0015) {
    for (let y = piece.top; y < piece.bottom; y += 0.0015) lights.push(lightOf(at(x, y)));
  }
  return { least: Math.min(...lights), most: Math.max(...lights) };
}

test.each(casesOf('sizes', screens, ({ screen }) => screen === 'phone'))(
  'a dark page has dark paper and light words, and its photograph unchanged, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(opened('photograph'));
    const sheet = painted(page, 1);
    await sheet.waitFor();
    const light = await look(page, sheet);
    expect(lightOf(light(0.5, 0.2))).toBeGreaterThan(250);
    await pressTool(page, 'Dark mode');
    await page.locator('.reader-photograph').waitFor();
    const dark = await look(page, sheet);
    expect(lightOf(dark(0.5, 0.2))).toBeLessThan(30);
    expect(range(dark, { left: 0.1, top: 0.06, right: 0.5, bottom: 0.11 }).most).toBeGreaterThan(200);
    expect(differences(light, dark)).toBeLessThan(4);
    // Right next to the photograph is paper again.
    expect(lightOf(dark(photographPlace.left - 0.01, 0.35))).toBeLessThan(30);
    expect(lightOf(dark(photographPlace.right + 0.01, 0.35))).toBeLessThan(30);

    // Redrawn for another zoom it is unchanged again, and in the light nothing of it remains.
    await pressTool(page, 'Zoom out');
    await page.locator('.reader-photograph').waitFor();
    await pressTool(page, 'Dark mode');
    await page.locator('.reader-photograph').waitFor({ state: 'detached' });
    const again = await look(page, sheet);
    expect(lightOf(again(0.5, 0.2))).toBeGreaterThan(250);
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

test.each(casesOf('sizes', screens, ({ screen }) => screen === 'desktop'))(
  'a scanned sheet turns dark, the photograph printed on it does not, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(opened('scan'));
    const sheet = painted(page, 1);
    await sheet.waitFor();
    const light = await look(page, sheet);
    await pressTool(page, 'Dark mode');
    await page.locator('.reader-photograph').waitFor();
    const dark = await look(page, sheet);
    const print = { left: 0.3, top: 0.1, right: 0.4, bottom: 0.15 };
    expect(lightOf(light(0.05, 0.2))).toBeGreaterThan(190);
    expect(lightOf(dark(0.05, 0.2))).toBeLessThan(75);
    expect(range(dark, print).most).toBeGreaterThan(150);
    expect(differences(light, dark)).toBeLessThan(4);
    await context.close();
  },
);

test.skipIf(isOnlyInSweep('journeys')).each(screens)(
  'a drawn cover keeps its colours in the dark, among the thumbnails too, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext({ ...options, colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(opened('cover'));
    const cover = painted(page, 1);
    await cover.waitFor();
    const green = (colour: number[]) =>
      Math.max(...colour.map((value, index) => Math.abs(value - [13, 74, 61][index]!)));
    expect(green((await look(page, cover))(0.5, 0.3))).toBeLessThan(6);
    await pressTool(page, 'Thumbnails');
    const small = page.locator('.reader-thumbnail canvas');
    await small.waitFor();
    expect(green((await look(page, small))(0.5, 0.3))).toBeLessThan(6);
    await context.close();
  },
);

test('a reader that opens dark never shows a photograph as its negative', async () => {
  const context = await browser.newContext({ ...screens[0]!.options, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: string[] = [];
    const watch = () => {
      const sheet = document.querySelector('[data-page-number="1"] .reader-drawing');
      if (sheet) seen.push(document.querySelector('.reader-photograph') ? 'spared' : 'negative');
      requestAnimationFrame(watch);
    };
    Object.assign(window, { seen });
    watch();
  });
  await page.goto(opened('photograph'));
  await painted(page, 1).waitFor();
  const seen = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve((window as never as { seen: string[] }).seen)));
      }),
  );
  expect(new Set(seen)).toEqual(new Set(['spared']));
  await context.close();
});

test.each(casesOf('sizes', screens, ({ screen }) => screen === 'phone'))(
  'a picture of page 1 is shown while the document opens, and nothing moves when the page comes, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    const release = await holdRequests(page, '**/book-file/preview*copy=reading');
    await page.addInitScript(() => {
      const log = { moved: [] as string[], blank: 0 };
      Object.assign(window, { log });
      new PerformanceObserver((list) => {
        type Shift = { sources: { node: Element | null }[] };
        for (const entry of list.getEntries() as never as Shift[]) {
          // Only the page behind may move, when a new window gets its size; and the page box of the toolbar grows once
          // the number of pages is known.
          const moved = entry.sources.filter(
            ({ node }) => !node || (node.closest('dialog') && !node.closest('.reader-head, .reader-tools')),
          );
          log.moved.push(...moved.map(({ node }) => node?.className ?? 'gone'));
        }
      }).observe({ type: 'layout-shift', buffered: true });
      let hasBegun = false;
      const watch = () => {
        const isShown = document.querySelector('.reader-page .reader-drawing') !== null;
        hasBegun ||= isShown;
        if (hasBegun && !isShown) log.blank += 1;
        requestAnimationFrame(watch);
      };
      watch();
    });
    await page.goto(opened('book'));
    const picture = page.locator('.reader-page img');
    await picture.waitFor();
    expect(await page.locator('[data-page-number]').count()).toBe(0);
    await page.getByText('Opening…').waitFor();
    const before = (await page.locator('.reader-page').boundingBox())!;
    const lightness = await look(page, page.locator('.reader-page'));
    expect(lightOf(lightness(0.95, 0.3))).toBeGreaterThan(240);
    await pressTool(page, 'Dark mode');
    const darkness = await look(page, page.locator('.reader-page'));
    expect(lightOf(darkness(0.95, 0.3))).toBeLessThan(30);

    release();
    await painted(page, 1).waitFor();
    const after = (await painted(page, 1).boundingBox())!;
    for (const side of ['x', 'y', 'width'] as const) expect([side, after[side]]).toEqual([side, before[side]]);
    expect(Math.abs(after.height - before.height)).toBeLessThan(3);
    await picture.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => (window as never as { log: object }).log)).toEqual({ moved: [], blank: 0 });
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'no picture is requested for a document opened at a later page, and a missing one does no harm',
  async () => {
    const context = await browser.newContext(screens[0]!.options);
    const page = await context.newPage();
    const asked: string[] = [];
    await page.route('**/book-file/preview*width=*', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${opened('book')}&page=5`);
    await painted(page, 5).waitFor();
    expect(asked).toEqual([]);
    await page.goto(opened('book'));
    await painted(page, 1).waitFor();
    expect(asked).toHaveLength(1);
    await context.close();
  },
);

test.skipIf(isOnlyInSweep('journeys')).each(screens)(
  'pages that cannot be shown say so and offer the download; the others are readable, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext({ ...options, acceptDownloads: true });
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(opened('broken'));
    await painted(page, 1).waitFor();
    await page.getByText('The first page').waitFor();
    await page.getByLabel('Go to page').fill('2');
    await page.keyboard.press('Enter');
    const second = page.getByRole('region', { name: 'Page 2', exact: true });
    await second.getByText('This page can’t be shown.').waitFor();
    const link = second.getByRole('link', { name: 'Download the document' });
    const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(saved.suggestedFilename()).toBe('document.pdf');
    expect(digest(await readFile(await saved.path()))).toBe(digest(broken));
    await page.getByLabel('Go to page').fill('3');
    await page.keyboard.press('Enter');
    await painted(page, 3).waitFor();
    await page.getByText('The last page').waitFor();
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

test.each(casesOf('sizes', screens, ({ screen }) => screen === 'desktop'))(
  'a removed material is reported with a way on, on a $screen',
  async ({ options }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const notice = page.getByRole('dialog', { name: 'This material is no longer available.' });
    await page.goto(opened('gone'));
    await notice.getByText('It was removed.').waitFor();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${server.url}${pages.books()}`);
    await page.goto(opened('nowhere'));
    await notice.getByRole('link', { name: 'Browse materials' }).click();
    await page.getByRole('heading', { level: 1, name: /Question Papers/ }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await context.close();
  },
);

test.each(['light', 'dark'])(
  'a dialog of the site inside a reader of the other tone than the site, which is %s, has the colours of the reader',
  async (site) => {
    const page = await browser.newPage(screens[0]!.options);
    await page.addInitScript(
      ([theme, reading]) => {
        localStorage.setItem('theme', theme!);
        localStorage.setItem('reader-theme', reading!);
      },
      [site, site === 'light' ? 'dark' : 'light'],
    );
    await page.goto(opened('book'));
    await painted(page, 1).waitFor();
    await page.keyboard.press('S');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('img').waitFor();
    const bar = page.locator('.reader-tools');
    const ground = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await dialog.evaluate(ground)).toBe(await bar.evaluate(ground));
    expect(await findAxeViolations(page, { inColours: true })).toEqual([]);
    await page.close();
  },
);
