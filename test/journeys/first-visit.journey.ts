import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { firstPages, maxFirstVisitBytes, weighFirstVisit } from '#test/support/first-visit.ts';
import { holdRequests } from '#test/support/hold-requests.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import { openLine, openVisit } from '#test/support/offline-visit.ts';
import { builtFile } from '#test/support/built-files.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';

let server: TestServer;
let browser: SharedBrowser;

const papers = pages.papers('csit', '1', 'c-programming');

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the scripts and styles of a first visit to Home, a subject, the library or the search are 150 KiB at most', async () => {
  const visits: { name: string; wire: number; files: number }[] = [];
  for (const [name, address] of Object.entries(firstPages)) {
    const { wire, files } = await weighFirstVisit(browser, server.url + address);
    visits.push({ name, wire, files });
  }
  expect(visits.filter(({ wire }) => wire > maxFirstVisitBytes)).toEqual([]);
  // All of them have scripts and styles: the limit is compared with a real value.
  expect(visits.filter(({ wire, files }) => files < 2 || wire < maxFirstVisitBytes / 10)).toEqual([]);
});

test('the picture of the banner is requested while the styles are still loading', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const release = await holdRequests(page, `**/assets/${builtFile('app.css')}`);
  const picture = page.waitForRequest(/\/content\/images\/banner-/);
  const opened = page.goto(server.url + pages.home());
  await picture;
  release();
  await opened;
  // The visible slide is the one that was requested.
  const shown = page.getByRole('region', { name: 'Advertisements' }).locator('a:not([inert]) img');
  expect(new URL((await picture).url()).pathname).toBe(await shown.getAttribute('src'));
});

test('a visitor who scrolls before the scripts arrive stays at that position, and is there again after going back', async () => {
  await using context = await browser.newContext({ viewport: { width: 390, height: 500 } });
  const page = await context.newPage();
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(server.url + papers, { waitUntil: 'commit' });
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  release();
  await settle(page);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('one cover of the library is loaded with priority, and the others when they are visible', async () => {
  const html = await (await fetch(server.url + pages.books())).text();
  const covers = html.match(/<img[^>]+\/preview[^>]+>/g) ?? [];
  expect(covers.length).toBeGreaterThan(3);
  const early = covers.filter((cover) => /fetchpriority="high"/i.test(cover));
  expect([early.length, early[0]?.includes('loading="lazy"')]).toEqual([1, false]);
  expect(covers.filter((cover) => cover.includes('loading="lazy"')).length).toBe(covers.length - 1);
  expect(covers.filter((cover) => /srcset="[^"]+"/i.test(cover) && /sizes="[^"]+"/.test(cover))).toEqual(covers);
});

test('the first page of a paper can be read before its file and the code that draws it are requested', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await openPage(page, server.url + papers);
  const seen: string[] = [];
  page.on('requestfinished', (request) => {
    if (/width=640/.test(request.url())) seen.push('picture');
  });
  page.on('request', (request) => {
    if (/-pdfjs-|copy=reading/.test(request.url())) seen.push('document');
  });
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  expect([seen[0], seen.includes('document')]).toEqual(['picture', true]);
});

test('four pages behind visible links are preloaded, and none with the data saver', async () => {
  for (const [saveData, inSight, pointedAt] of [
    [false, 4, 5],
    [true, 0, 0],
  ] as const) {
    await using context = await browser.newContext({ viewport: { width: 1440, height: 1200 } });
    await context.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), { saveData });
    const page = await context.newPage();
    const lists = listsOf(page);
    await openPage(page, server.url + pages.semester('csit', '1'));
    const links = page.locator('a[data-likely-next]');
    expect(await links.count()).toBeGreaterThan(4);
    await expect.poll(() => lists.size).toBe(inSight);
    // Also on hover and focus, but not with the data saver: then on navigation.
    await links.last().hover();
    await links.last().focus();
    await expect.poll(() => lists.size).toBe(pointedAt);
    await links.last().click();
    await expect.poll(() => lists.size).toBeGreaterThan(0);
  }
});

test('with the data saver the worker stores only the code of opened pages, which open without a connection', async () => {
  await using line = await openLine(server.url);
  const worker = await readFile(path.join(import.meta.dirname, '..', '..', 'dist', 'client', 'sw.js'), 'utf8');
  line.answer = ({ url }, outgoing) => {
    if (url !== '/sw.js') return false;
    outgoing.writeHead(200, { 'content-type': 'text/javascript' });
    outgoing.end(`Object.defineProperty(navigator,'connection',{value:{saveData:true}});${worker}`);
    return true;
  };
  await using context: BrowserContext = await openVisit(browser);
  const page = await context.newPage();
  await page.goto(line.url + papers);
  const stored = async () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const held = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return held.flat().map((request) => new URL(request.url).pathname);
    });
  await expect.poll(stored).toContain(papers);
  const own = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  );
  await expect
    .poll(async () => {
      const held = await stored();
      return own.filter((file) => !held.includes(file));
    })
    .toEqual([]);
  const others = ['search', 'about', 'contact'].map((name) => `/assets/${builtFile(name)}`);
  expect((await stored()).filter((file) => others.includes(file))).toEqual([]);
  line.cut();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'C Programming' }).waitFor();
});

/** Addresses of the lists of materials that a page requests from now on. */
function listsOf(page: Page): Set<string> {
  const lists = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/collections/')) lists.add(request.url());
  });
  return lists;
}
