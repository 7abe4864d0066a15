import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { countStored, findLine, saveAll, loseLine, openControlled, painted } from '#test/support/save-visit.ts';
import { openLine, openVisit, untilTrue, type Line } from '#test/support/offline-visit.ts';
import { ids } from '#test/support/library.ts';
import { openPage, settle, untilHydrated } from '#test/support/open-page.ts';
import { pressTool } from '#test/support/reader.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Reading and searching saved materials without a connection: the connection is really cut. */

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

test('a file of two saved materials stays until the second of them is removed, and is read without a connection', async () => {
  const page = await context.newPage();
  const answer = await fetch(`${server.url}${api.documents(ids, 'books')}`, {
    headers: { 'x-appwrite-project': ids.projectId },
  });
  const { documents } = (await answer.json()) as { documents: { $id: string; title: string }[] };
  const [one, other] = documents.filter(({ title }) => title.startsWith('Handbook'));
  for (const material of [one, other]) {
    await openControlled(page, line.url + pages.material(material?.$id ?? ''));
    await saveAll(page);
  }
  await page.goto(line.url + pages.saved());
  await page.getByRole('button', { name: `Remove ${one?.title}`, exact: true }).tap();
  await page.getByText(/^1 material, /).waitFor();
  await loseLine(line, context);
  await page.reload();
  await untilHydrated(page);
  await page.getByRole('link', { name: `Read ${other?.title}` }).tap();
  await painted(page, 1);
  await page.goto(line.url + pages.saved());
  await page.getByRole('button', { name: `Remove ${other?.title}`, exact: true }).tap();
  await page.getByText('Nothing yet.').waitFor();
  await expect.poll(() => countStored(page, 'chunks')).toBe(0);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a saved book is read to its last page without a connection from a new page, and with one from the device',
  async () => {
    const page = await context.newPage();
    await openControlled(page, line.url + pages.material(book));
    await saveAll(page);
    const { pageCount } = await readDocument(book);
    await loseLine(line, context);
    line.asked.length = 0;

    await page.goto(line.url + pages.saved());
    await untilHydrated(page);
    await page.getByText('1 material, 641 KB').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: /^Read / }).tap();
    await painted(page, 1);
    await goToPage(page, pageCount);

    expect(line.asked).toEqual([]);

    // With a connection, everything is searched, and the bytes still come from the device.
    await findLine(line, context);
    await openPage(page, line.url + pages.saved());
    line.asked.length = 0;
    await page.getByRole('link', { name: /^Read / }).tap();
    await painted(page, 1);
    await goToPage(page, pageCount);
    expect(line.asked.filter((path) => path.includes('/preview') && !path.includes('width'))).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a whole subject is saved with its size shown before, is seen by a second tab, survives an update, and is read and searched without a connection',
  async () => {
    const page = await context.newPage();
    await openControlled(page, line.url + pages.papers(...shown.subject));
    const second = await context.newPage();
    await openPage(second, line.url + pages.saved());
    await second.getByText('Nothing yet.').waitFor();
    await saveAll(page);
    await second.getByText(/^\d+ materials, [\d.]+ [KM]B$/).waitFor();
    await second.getByRole('link', { name: /^Read .*2024$/ }).waitFor();
    await second.close();
    await updateWorker(page);
    await loseLine(line, context);

    // The page with the list of the subject, as it was saved.
    await page.evaluate(() => caches.delete('examshelf-pages'));
    await page.reload();
    await untilHydrated(page);
    await page.getByText('This is the page as of').waitFor();
    await page.getByRole('link', { name: /^View .*2024$/ }).tap();
    const paper = page.frameLocator('iframe');
    await paper.getByRole('heading').first().waitFor();
    await triesToLeave(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();

    // A search in the saved materials says that it covers only these.
    await page.goto(`${line.url}${pages.search()}?q=pointer`);
    await page.getByText('Only materials on this device were searched.').waitFor();
    await page.locator('mark').first().waitFor();
    expect(await page.locator('[data-material]').count()).toBeGreaterThan(0);
    await page.goto(`${line.url}${pages.search()}?q=photosynthesis`);
    await page.getByText('No material on this device matches “photosynthesis”.').waitFor();

    await page.goto(line.url + pages.saved());
    await page.getByRole('button', { name: 'Remove all' }).tap();
    await page.getByText('Nothing yet.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('kept-offline'))).toBeNull();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'in the reader a document is saved while it is read, and then comes from the device',
  async () => {
    const page = await context.newPage();
    await openControlled(page, `${line.url}${pages.material(book)}?open=${book}`);
    await painted(page, 1);
    await pressTool(page, 'Save offline');
    const dialog = page.getByRole('dialog', { name: 'Save offline' });
    await dialog.getByRole('button', { name: /^Save / }).tap();
    await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await loseLine(line, context);
    await page.reload();
    await untilHydrated(page);
    await painted(page, 1);
    const { pageCount } = await readDocument(book);
    await goToPage(page, pageCount);
  },
);

/** Installs another release of the site, whose worker starts with the next page. */
async function updateWorker(page: Page): Promise<void> {
  const worker = await (await fetch(`${server.url}/sw.js`)).text();
  const names = await page.evaluate(() => caches.keys());
  const build = names.find((name) => name.startsWith('examshelf-shell-'))?.slice('examshelf-shell-'.length) ?? '';
  line.answer = ({ url = '' }, outgoing) => {
    if (url !== '/sw.js') return false;
    outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(worker.replaceAll(build, 'next'));
    return true;
  };
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await page.reload();
  // With all of its code: the connection is cut next.
  await settle(page);
  await untilTrue(page, async () => {
    const isThere = (await caches.keys()).includes('examshelf-shell-next');
    return isThere && !(await navigator.serviceWorker.getRegistration())?.waiting;
  });
}

/**
 * Checks that the scripts of a paper reach nothing of this site, and cannot navigate their frame to a page that would.
 */
async function triesToLeave(page: Page): Promise<void> {
  const frame = page.frames()[1]!;
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
  const reached = await frame.evaluate(() => {
    const reach = (what: () => unknown) => {
      try {
        return typeof what();
      } catch {
        return 'refused';
      }
    };
    return [
      window.origin,
      reach(() => localStorage),
      reach(() => document.cookie),
      reach(() => parent.localStorage),
      reach(() => parent.document),
      reach(() => frameElement?.getAttribute('sandbox')),
    ];
  });
  expect(reached).toEqual(['null', 'refused', 'refused', 'refused', 'refused', 'undefined']);
  // The list of the subject is on the device, with all of its code.
  const left = frame.waitForNavigation();
  await frame.evaluate((address) => location.assign(address), pages.papers(...shown.subject)).catch(() => {});
  await left.catch(() => {});
  expect(await frame.evaluate(() => [window.origin, document.querySelectorAll('h1').length])).toEqual(['null', 0]);
}

async function goToPage(page: Page, number: number): Promise<void> {
  await page.getByLabel('Go to page').fill(String(number));
  await page.keyboard.press('Enter');
  await painted(page, number);
}

async function readDocument(id: string): Promise<{ pageCount: number }> {
  const answer = await fetch(`${server.url}/v1/materials/${id}`);
  return ((await answer.json()) as { document: { pageCount: number } }).document;
}
