import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import {
  cachePrefix,
  cacheNames,
  cookiePrefixes,
  localKeys,
  storedCaches,
  storedDatabases,
  tabKeys,
} from '#contract/browser-storage.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { saveAll } from '#test/support/save-visit.ts';
import { openAndSave, openVisit, untilAnswered, untilSaved } from '#test/support/offline-visit.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn } from '#test/support/panel.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Everything that a browser has stored of the site after a visit, as the browser itself lists it. */

let server: TestServer;
let browser: SharedBrowser;
let context: BrowserContext;

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

beforeEach(async () => {
  context = await openVisit(browser);
});

afterEach(async () => {
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'after searching and reading, Clear all removes every trace from the browser',
  async () => {
    const page = await context.newPage();
    await visit(page);
    const before = await listStored(page);
    expect(before.local).toEqual(expect.arrayContaining(['recent-searches', 'last-term', 'reading-opened']));
    expect(before.cached).toContain('/v1/search');
    expect(before.uses.some((id) => id.includes('/v1/search'))).toBe(true);

    await page.getByRole('button', { name: 'Clear all' }).tap();
    await page.getByText('This site no longer stores what you read').first().waitFor();
    const after = await listStored(page);
    expect({ ...after, cached: after.cached.filter((path) => !isForEverybody(path)) }).toEqual({
      local: [],
      tab: [],
      cached: [],
      uses: [],
      databases: ['workbox-expiration'],
      cookies: [],
    });
    // The router writes positions and addresses when the page is left.
    await page.goto('about:blank');
    await page.goto(server.url + pages.about());
    expect((await listStored(page)).tab).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'Undo brings the reading history, the searches and the last term back',
  async () => {
    const page = await context.newPage();
    await visit(page);
    const before = await listStored(page);
    await page.getByRole('button', { name: 'Clear all' }).tap();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('heading', { name: 'Recently opened' }).waitFor();
    expect((await listStored(page)).local).toEqual(before.local);
  },
);

test('everything that is stored for visitors and administrators is on the list of the privacy page and comes from this site', async () => {
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  const page = await context.newPage();
  await visit(page);
  await page
    .getByRole('button', { name: 'Open menu' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .tap();
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).first().tap();
  await openPage(page, server.url + pages.material(shown.pdfPaper));
  await saveAll(page);
  await signIn(page, server.url);
  await page.getByLabel('Title').fill('A draft');
  await page.getByRole('tab', { name: 'What Is Missing' }).tap();
  await page.getByRole('tabpanel', { name: 'What Is Missing' }).getByLabel('Faculty').selectOption({ index: 1 });
  const stored = await listStored(page);
  expect(stored.local).toEqual(
    expect.arrayContaining(['theme', 'kept-offline', 'session', 'coverage-faculty', 'recent-searches']),
  );
  expect(stored.tab).toContain('upload-draft');
  expect(stored.cookies.toSorted()).toEqual(Object.values(cookiePrefixes).toSorted());
  const unlisted = {
    local: stored.local.filter((key) => !(key in localKeys)),
    tab: stored.tab.filter((key) => !(key in tabKeys)),
    databases: stored.databases.filter((name) => !(name in storedDatabases)),
    caches: (await page.evaluate(() => caches.keys())).filter(
      (name) => !(name in storedCaches) && !name.startsWith(cacheNames.shell),
    ),
  };
  expect(unlisted).toEqual({ local: [], tab: [], databases: [], caches: [] });
  // Data and blobs have no host.
  expect([...hosts].filter((host) => host !== '')).toEqual([new URL(server.url).host]);
});

/** Reads a paper, searches, and goes to My Reading; waits until all of it is stored. */
async function visit(page: Page): Promise<void> {
  await openAndSave(page, server.url + pages.papers(...shown.subject));
  await page.getByRole('button', { name: 'Pin C Programming' }).tap();
  await page.getByRole('link', { name: /^View .* 2025$/ }).tap();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap();
  const box = page.getByRole('combobox', { name: /Search/ });
  await box.fill('pointers');
  await box.press('Enter');
  await page.waitForURL('**/search?q=pointers');
  await page
    .getByRole('main')
    .getByRole('status')
    .getByText(/^\d+ materials?$/)
    .waitFor();
  await untilAnswered(page, ['/v1/search?']);
  await openPage(page, server.url + pages.reading());
  await untilSaved(page, server.url + pages.reading());
}

/** True for data that every page fetches and may store again at any time. It is the same for everybody. */
function isForEverybody(path: string): boolean {
  return ['/v1/site', '/v1/catalogue/faculties'].includes(path);
}

type Stored = Record<'local' | 'tab' | 'cached' | 'uses' | 'databases' | 'cookies', string[]>;

/**
 * Lists everything stored in the browser, without the code of the site: keys, paths in caches, uses of addresses, and
 * cookies.
 */
async function listStored(page: Page): Promise<Stored> {
  const cookies = (await context.cookies()).map(({ name }) => name.replace(/(?<=^a_[a-z]+_).*$/, ''));
  const listed = await page.evaluate(async (prefix) => {
    const cached: string[] = [];
    const code = ['code', 'fixed', 'shell-'].map((name) => prefix + name);
    for (const name of await caches.keys()) {
      if (code.some((each) => name.startsWith(each))) continue;
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    }
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    const uses = await new Promise<IDBValidKey[]>((resolve, reject) => {
      if (!databases.includes('workbox-expiration')) return resolve([]);
      const opening = indexedDB.open('workbox-expiration');
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('cache-entries').objectStore('cache-entries').getAllKeys();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result);
        });
      });
    });
    return {
      local: Object.keys(localStorage).toSorted(),
      tab: Object.keys(sessionStorage).toSorted(),
      cached,
      uses: uses.map(String).filter((id) => !code.some((name) => id.startsWith(name))),
      databases,
    };
  }, cachePrefix);
  const uses = listed.uses.filter((id) => !isForEverybody(new URL(id.slice(id.indexOf('|') + 1)).pathname));
  return { ...listed, uses, cookies };
}
