import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { firstPages } from '#test/support/first-visit.ts';
import { holdRequests } from '#test/support/hold-requests.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { materialRow } from '#test/support/student.ts';

/** Requests of a page for data that came with it, and of a browser for a page that it has. */

let server: TestServer;
let librarian: Librarian;
let browser: SharedBrowser;

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const address = pages.papers('csit', '1', 'c-programming');
const publish = (title: string, year: number) => librarian.publish('paper', { ...place, title, year, fileId: 'file' });

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  librarian = await openLibrarian(server.url);
  await librarian.upload('file.pdf', makePdf([['One page']]), 'file');
  await publish('There from the start', 2020);
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Records the paths of the requests for data that came with the page. Call it before the page is opened. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  const came = new Set([api.documents(ids, 'papers'), api.counts('csit').split('?')[0], api.site()]);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (came.has(pathname)) asked.push(pathname);
  });
  return asked;
}

/** Waits until the page is subscribed to changes. Call it before the page is opened. */
async function untilSubscribed(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"to":"subscribe"'));
}

test('a page that was rendered hours ago fetches nothing that it contains, even after a change elsewhere', async () => {
  await (await fetch(server.url + address)).text();
  const elsewhere = { facultyId: 'bca', semesterId: '1', subject: 'Digital Logic' };
  await librarian.publish('note', { ...elsewhere, title: 'Elsewhere', fileId: 'file' });
  await using context = await browser.newContext();
  const page = await context.newPage();
  // Playwright's own clock would also remove the browser's information on how the page was opened.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 5 * 60 * 60 * 1000;
  });
  const asked = watchRequests(page);
  const subscribed = untilSubscribed(page);
  await page.goto(server.url + address);
  await subscribed;
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});

test('a paper that is published after the page was sent and before it subscribed to changes appears', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(server.url + address, { waitUntil: 'commit' });
  await materialRow(page, 'There from the start').waitFor();
  await publish('Published in between', 2021);
  release();
  await materialRow(page, 'Published in between').waitFor();
  expect(await materialRow(page, 'There from the start').count()).toBe(1);
});

test('a page that Back shows from the browser’s cache fetches its lists', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const asked = watchRequests(page);
  await page.goto(server.url + address);
  await page.goto(server.url + pages.about());
  expect(asked).toEqual([]);
  const list = page.waitForRequest((request) => request.url().includes(api.documents(ids, 'papers')));
  await page.goBack();
  await list;
});

test('a page has no time of rendering, so rendering it twice results in the same bytes', async () => {
  const read = async (path: string) => (await fetch(server.url + path)).text();
  const timed = [];
  for (const path of [...Object.values(firstPages), address])
    if (/\b1[6-9]\d{11}\b/.test(await read(path))) timed.push(path);
  expect(timed).toEqual([]);
  // Search results are rendered each time.
  const search = `${pages.search()}?q=start`;
  const first = await read(search);
  expect(first).toContain('There from the start');
  expect(await read(search)).toBe(first);
});
