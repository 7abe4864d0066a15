import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { arriveAt, pressTool } from '#test/support/reader.ts';
import { scroller } from '#test/support/reader-spots.ts';
import { makeScan } from '#test/support/scan.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The reader frees its copy of a file once it has read more than 16 MB of it. */
const scanPages = 20;
const scan = makeScan('scan', scanPages, 1000);
const lock = { cipher: 'aes-256', password: Buffer.from('examshelf') } as const;
const thick = makePdf(
  Array.from({ length: 1500 }, (_, index) => [`Page ${index + 1} of the thick book`]),
  { pagesPerNode: 30 },
);
const locked = makeLockedPdf('Opened once', lock, { padBytes: 17 * 1024 * 1024 });

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([openTestServer({ withPages: true }), shareBrowser()]);
  const librarian = await openLibrarian(server.url);
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  for (const [id, bytes] of Object.entries({ scan, thick, locked })) {
    await librarian.upload(`${id}.pdf`, bytes, `${id}-file`);
    await librarian.publish('note', { ...place, title: `A long ${id}`, fileId: `${id}-file` }, id);
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'of a long file only recent pages are held, and pages come back without a connection',
  async () => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
    const trouble = watchForTrouble(page, [/ERR_INTERNET_DISCONNECTED/]);
    const workers = watchWorkers(page);
    const askedTwice = watchRanges(page);
    await page.goto(readerOf('scan'));
    for (let number = 1; number <= scanPages; number += 1) await goTo(page, number);
    await expect.poll(workers).toEqual({ begun: 2, ended: 1 });
    // The visible part stays, with its words, and is redrawn by the new document.
    await page.getByText(`Page ${scanPages} of the scan`).waitFor();
    await pressTool(page, 'Zoom in');
    await pressTool(page, 'Rotate right');
    await arriveAt(page, scanPages);

    await page.context().setOffline(true);
    await goTo(page, 2);
    await page.getByText('Page 2 of the scan').waitFor();
    await page.context().setOffline(false);
    expect(workers()).toEqual({ begun: 2, ended: 1 });

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(workers).toEqual({ begun: 2, ended: 2 });
    expect(askedTwice()).toEqual([]);
    expect(trouble()).toEqual([]);
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a locked one asks for its password once', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const trouble = watchForTrouble(page);
  const workers = watchWorkers(page);
  await page.goto(readerOf('locked'));
  const box = page.getByRole('dialog').locator('input[type=password]');
  await box.fill('examshelf');
  await page.keyboard.press('Enter');
  await page.getByText('Opened once').waitFor();
  await expect.poll(workers).toEqual({ begun: 2, ended: 1 });
  const before = await widthOf(page, 1);
  await pressTool(page, 'Zoom in');
  await expect.poll(() => widthOf(page, 1)).toBeGreaterThan(before);
  expect(await box.count()).toBe(0);
  expect(trouble()).toEqual([]);
  await page.context().close();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'through 1,500 pages only nearby pages are in the document, and no pictures of the others',
  async () => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
    const trouble = watchForTrouble(page);
    await page.goto(readerOf('thick'));
    await arriveAt(page, 1);
    const most = await scroller(page).evaluate(async (element) => {
      const frame = () => new Promise(requestAnimationFrame);
      const most = { pages: 0, pictures: 0, elements: 0 };
      for (let top = 0; top < element.scrollHeight; top += 2600) {
        element.scrollTop = top;
        await frame();
        most.pages = Math.max(most.pages, element.querySelectorAll('[data-page-number]').length);
        most.pictures = Math.max(most.pictures, element.querySelectorAll('canvas').length);
        most.elements = Math.max(most.elements, element.querySelectorAll('*').length);
      }
      element.scrollTop = element.scrollHeight;
      return most;
    });
    await arriveAt(page, 1500);
    expect(most.pages).toBeLessThanOrEqual(6);
    expect(most.pictures).toBeLessThanOrEqual(6);
    expect(most.elements).toBeLessThan(150);
    expect(await page.locator('canvas').count()).toBeLessThanOrEqual(4);
    expect(await page.getByLabel('Go to page').inputValue()).toBe('1500');
    expect(trouble()).toEqual([]);
    await page.context().close();
  },
);

const readerOf = (id: string) => `${server.url}${pages.material(id)}?open=${id}`;

async function goTo(page: Page, number: number) {
  const box = page.getByLabel('Go to page');
  await box.fill(String(number));
  await box.press('Enter');
  await arriveAt(page, number);
}

/** Returns the width in pixels of the last drawing of page `number`. */
function widthOf(page: Page, number: number): Promise<number> {
  const canvas = page.locator(`[data-page-number="${number}"][data-state="painted"] canvas`).last();
  return canvas.evaluate((element: HTMLCanvasElement) => element.width);
}

/** Counts the workers that were started and ended since. */
function watchWorkers(page: Page) {
  const seen = { begun: 0, ended: 0 };
  page.on('worker', (worker) => {
    seen.begun += 1;
    worker.on('close', () => (seen.ended += 1));
  });
  return () => ({ ...seen });
}

/** Records the beginnings of ranges of a file that were requested again. */
function watchRanges(page: Page) {
  const chunkBytes = 65_536;
  const asked = new Set<number>();
  const twice: number[] = [];
  page.on('request', (request) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers()['range'] ?? '') ?? [];
    for (let at = Number(from); at < Number(to); at += chunkBytes) {
      if (asked.has(at)) twice.push(at);
      asked.add(at);
    }
  });
  return () => {
    // It would be true of a reader that requests nothing.
    expect(asked.size).toBeGreaterThan(100);
    return twice;
  };
}
