import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { makeScan } from '#test/support/scan.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const sizes: { name: string; options: BrowserContextOptions }[] = [
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
];
/** 6.4 MB, of which a reader of the original would fetch nearly all before the first page. */
const scan = makeScan('scan', 250);

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([openTestServer({ withPages: true }), shareBrowser()]);
  await shelve(server.url, 'scan', scan);
  await whenSettled(server.url, 'scan');
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test.each(casesOf('sizes', sizes, ({ name }) => name === 'desktop'))(
  'a long scan shows its pages after little fetching, on a $name',
  async ({ options }) => {
    const page = await (await browser.newContext({ ...options, acceptDownloads: true })).newPage();
    const trouble = watchForTrouble(page);
    const fetched = countBytes(page);
    await page.goto(readerOf(server.url, 'scan'));
    await painted(page, 1).waitFor();
    await page.getByText('Page 1 of the scan').waitFor();
    const first = fetched();
    expect(first.bytes).toBeGreaterThan(0);
    expect(first.bytes).toBeLessThan(scan.length / 10);
    expect(first.addresses).toEqual([api.fileReading(ids, 'scan-file')]);

    await goTo(page, 200);
    await painted(page, 200).waitFor();
    await page.getByText('Page 200 of the scan').waitFor();
    expect(fetched().bytes - first.bytes).toBeLessThan(scan.length / 10);

    // The saved file is the uploaded one.
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(digest(await readFile(await saved.path()))).toBe(digest(scan));
    expect(trouble()).toEqual([]);
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the target page is fetched and drawn while the view scrolls to it, pages in between are not',
  async () => {
    const page = await (await browser.newContext(sizes[1]!.options)).newPage();
    const trouble = watchForTrouble(page);
    await page.addInitScript(() => {
      const scrollTo = Element.prototype.scrollTo as (options: object) => void;
      Element.prototype.scrollTo = function (this: Element, options: object) {
        if (!('isHeldUp' in globalThis)) scrollTo.call(this, options);
      } as typeof Element.prototype.scrollTo;
    });
    await page.goto(readerOf(server.url, 'scan'));
    await painted(page, 1).waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isHeldUp: true }));
    await goTo(page, 200);
    await painted(page, 200).waitFor();
    const strip = page.getByRole('region', { name: /^Pages of/ });
    expect(await strip.evaluate((element) => element.scrollTop)).toBe(0);
    const sheets = page.locator('[data-page-number]');
    const numbers = await sheets.evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-page-number'))));
    expect(numbers.filter((number) => number > 5)).toEqual([200]);

    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'isHeldUp'));
    await page.waitForFunction(() => {
      const sheet = document.querySelector('[data-page-number="200"]');
      const top = sheet?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      return Math.abs(top) < innerHeight / 4;
    });
    await painted(page, 201).waitFor();
    expect(trouble()).toEqual([]);
    await page.context().close();
  },
);

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'after a connection lost while reading, the pages come automatically, on a $name',
  async ({ options }) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble = watchForTrouble(page, [/ERR_INTERNET_DISCONNECTED/]);
    const notice = page.getByText('No connection. Loaded pages stay; the rest will load once you’re back online.');
    await page.goto(readerOf(server.url, 'scan'));
    await painted(page, 1).waitFor();

    await context.setOffline(true);
    await goTo(page, 120);
    await notice.waitFor();
    await page.locator('[data-page-number="120"][data-state="waiting"]').waitFor();
    // Loaded pages stay readable.
    await goTo(page, 1);
    await painted(page, 1).waitFor();
    await goTo(page, 120);
    await page.locator('[data-page-number="120"][data-state="waiting"]').waitFor();
    expect(await notice.isVisible()).toBe(true);

    await context.setOffline(false);
    await painted(page, 120).waitFor();
    await page.getByText('Page 120 of the scan').waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that is replaced while it is read is reopened once, at the same page',
  async () => {
    const context = await browser.newContext(sizes[0]?.options ?? {});
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(readerOf(server.url, 'scan'));
    await painted(page, 1).waitFor();

    // The edition is a quick one to read, so that page 240 is not loaded before it is requested.
    await shelve(server.url, 'edition', makeScan('new edition', 250));
    await whenSettled(server.url, 'edition');
    const copy = await fetch(server.url + api.fileReading(ids, 'edition-file'));
    const edition = Buffer.from(await copy.arrayBuffer());
    let tag = '"second"';
    await page.route('**/files/scan-file/preview*copy=reading', (route) => answerWith(route, edition, tag));
    await goTo(page, 120);
    await painted(page, 120).waitFor();
    await page.getByText('Page 120 of the new edition').waitFor();
    expect(await page.getByText('of the scan').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);

    // If it happens again, the person decides.
    tag = '"third"';
    await goTo(page, 240);
    await page
      .getByRole('alert')
      .filter({ hasText: 'The file was replaced while you were reading it. Open it again.' })
      .waitFor();
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))('what no better copy can be made of is read as it was uploaded', async () => {
  await using shelf = await openTestServer({ withPages: true });
  await shelve(shelf.url, 'scan', scan);
  await whenSettled(shelf.url, 'scan');
  // A file that was rewritten once gains nothing by it.
  const packed = Buffer.from(await (await fetch(shelf.url + api.fileReading(ids, 'scan-file'))).arrayBuffer());
  await shelve(shelf.url, 'packed', packed);
  await whenSettled(shelf.url, 'packed');
  expect(await copyState(shelf.url, 'packed')).toBe(`"${digest(packed)}", private, max-age=300`);
  const page = await (await browser.newContext(sizes[1]?.options ?? {})).newPage();
  const trouble = watchForTrouble(page);
  await page.goto(readerOf(shelf.url, 'packed'));
  await painted(page, 1).waitFor();
  await goTo(page, 200);
  await page.getByText('Page 200 of the scan').waitFor();
  expect(trouble()).toEqual([]);
  await page.context().close();
});

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);
const readerOf = (url: string, id: string) => `${url}${pages.material(id)}?open=${id}`;

async function goTo(page: Page, number: number) {
  await page.getByLabel('Go to page').fill(String(number));
  await page.keyboard.press('Enter');
}

async function shelve(url: string, id: string, bytes: Buffer) {
  const librarian = await openLibrarian(url);
  await librarian.upload(`${id}.pdf`, bytes, `${id}-file`);
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  await librarian.publish('note', { ...place, title: 'A scan', fileId: `${id}-file` }, id);
}

/** Returns the tag and caching headers of the file for a reader. */
async function copyState(url: string, id: string): Promise<string> {
  const answer = await fetch(`${url}${api.fileReading(ids, `${id}-file`)}`, { method: 'HEAD' });
  return `${answer.headers.get('etag')}, ${answer.headers.get('cache-control')}`;
}

/** Waits until it is decided whether there is a copy. */
async function whenSettled(url: string, id: string) {
  await vi.waitFor(async () => expect(await copyState(url, id)).toMatch(/max-age/), { timeout: 60_000, interval: 100 });
}

/** Counts the bytes of files so far, by source. */
function countBytes(page: Page) {
  let bytes = 0;
  const addresses = new Set<string>();
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.endsWith('/preview') || search.includes('width=')) return;
    bytes += Number(response.headers()['content-length'] ?? 0);
    addresses.add(pathname + search);
  });
  return () => ({ bytes, addresses: [...addresses] });
}

/** Answers a range as our server would for this file. */
function answerWith(route: Route, bytes: Buffer, etag: string) {
  const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
  const part = bytes.subarray(Number(from), Number(to) + 1);
  return route.fulfill({
    status: 206,
    headers: { etag, 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` },
    body: part,
  });
}
