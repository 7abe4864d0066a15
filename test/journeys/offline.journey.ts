import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { goWithin } from '#test/support/go-within.ts';
import { openAndSave, openLine, openVisit, untilAnswered, untilTrue, type Line } from '#test/support/offline-visit.ts';
import { builtFile } from '#test/support/built-files.ts';
import { openPage, untilHydrated } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { administrator, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Reading opened pages without a connection by the service worker, with the connection really cut. */

let server: TestServer;
let browser: SharedBrowser;
let line: Line;
let context: BrowserContext;

const papers = pages.papers('csit', '1', 'c-programming');
const notes = pages.notes('csit', '1', 'c-programming');

beforeAll(async () => {
  server = await openSampleLibrary();
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

test('opened pages open again without a connection with their time, and other pages say that they are not stored', async () => {
  const page = await context.newPage();
  await openAndSave(page, line.url + papers);
  // Navigation within the site fetches only lists, not HTML.
  await goWithin(page, notes);
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
  await untilAnswered(page, ['/v1/catalogue/faculties/csit', '/collections/notes/documents']);
  await loseLine();

  await page.reload();
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /Pointers and Arrays/ })
    .first()
    .waitFor();
  await page.getByText(/^You’re offline\. This is the page as of \w+ \d+, 20\d\d, \d/).waitFor();
  expect(new URL(page.url()).pathname).toBe(notes);

  // A second tab, opened with the address of the first page.
  const second = await context.newPage();
  await second.goto(line.url + papers);
  await untilHydrated(second);
  await second.getByText('This is the page as of').waitFor();
  expect(await second.getByRole('tabpanel').getByRole('listitem').count()).toBeGreaterThan(0);

  // Never opened: only that is shown, in the style of the site, and it opens automatically later.
  await second.goto(line.url + pages.faculty('bca'));
  await second.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor();
  await second.getByText('This page isn’t stored on this device. It opens automatically once you’re online.').waitFor();
  await findLine();
  await second.waitForURL(line.url + pages.faculty('bca'));
  await second.getByRole('heading', { level: 1, name: 'BCA' }).waitFor();
  expect(await second.getByText('This is the page as of').count()).toBe(0);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a page comes from the device when the server fails or is unreachable, and is current once it responds',
  async () => {
    const page = await context.newPage();
    await openAndSave(page, line.url + papers);
    line.answer = (incoming, outgoing) => {
      outgoing.writeHead(503, { 'retry-after': '2' }).end('Busy.');
      return true;
    };
    await page.reload();
    await page.getByText('The library isn’t responding. This is the page as of').waitFor();
    // It accepts the connection and sends nothing.
    line.answer = () => true;
    await page.reload();
    await page.getByText('The library isn’t responding. This is the page as of').waitFor();
    line.answer = null;
    await page.getByRole('button', { name: 'Try again' }).tap();
    await page.getByText('This is the page as of').waitFor({ state: 'detached' });
    expect(await page.getByRole('tabpanel').getByRole('listitem').count()).toBeGreaterThan(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'no more than 200 responses are stored: the least recently requested ones are evicted',
  async () => {
    const page = await context.newPage();
    await openAndSave(page, line.url + papers);
    line.answer = ({ url = '' }, outgoing) => {
      if (!url.includes('?number=')) return false;
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    await page.evaluate(async () => {
      for (let number = 1; number < 205; number += 1) await fetch(`/v1/catalogue/faculties?number=${number}`);
    });
    // A response is stored, and others evicted, after the page has it.
    const stored = () =>
      page.evaluate(async () => {
        await fetch('/v1/catalogue/faculties?number=205');
        const cache = await caches.open('examshelf-answers');
        const numbers = (await cache.keys()).map(({ url }) => Number(new URL(url).searchParams.get('number')));
        return numbers.toSorted((one, other) => one - other);
      });
    await expect.poll(stored).toEqual(Array.from({ length: 200 }, (_, index) => index + 6));
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'an update leaves open pages their code and starts with the next page, once no other tab is open',
  async () => {
    const page = await context.newPage();
    await openAndSave(page, line.url + papers);
    const other = await context.newPage();
    await openPage(other, line.url + pages.about());
    const before = await buildOf(page);
    const old = new Set(line.asked.filter((path) => path.startsWith('/assets/')));
    // Another release: its worker differs, and the previous code is removed.
    const worker = await (await fetch(`${server.url}/sw.js`)).text();
    line.answer = ({ url = '' }, outgoing) => {
      if (url === '/sw.js')
        outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(worker.replaceAll(before, 'next'));
      else if (url === `/assets/${builtFile('contributors')}`) outgoing.writeHead(404).end();
      else return false;
      return true;
    };
    expect(old.size).toBeGreaterThan(5);
    await other.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await untilTrue(other, async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    // Two tabs: the new worker waits, and an open page continues with its own code.
    await page.reload();
    expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))).toBe(
      true,
    );
    await goWithin(page, pages.contributors());
    await page.getByRole('heading', { level: 1, name: 'Contributors' }).waitFor();
    // Tabs that are never closed keep their first worker, which still serves them without a connection.
    await loseLine();
    await page.goto(line.url + papers);
    await untilHydrated(page);
    await page.getByText('This is the page as of').waitFor();
    expect(await shellsOf(page)).toContain(`examshelf-shell-${before}`);
    await findLine();
    await other.close();
    await page.reload();
    await untilTrue(page, async () => !(await navigator.serviceWorker.getRegistration())?.waiting);
    expect(await shellsOf(page)).toEqual([`examshelf-shell-${before}`, 'examshelf-shell-next']);
    // Pages stored before the update still open, with their original code.
    await loseLine();
    await page.goto(line.url + papers);
    await untilHydrated(page);
    await page.getByText('This is the page as of').waitFor();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'nothing of administrators is stored, and OFFLINE=off removes the worker from the browser',
  async () => {
    const page = await context.newPage();
    await openAndSave(page, line.url + pages.home());
    await openPage(page, line.url + pages.login());
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Login', exact: true }).tap();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    await goWithin(page, papers);
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    const stored = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    });
    expect(stored).toContain('/');
    expect(
      stored.filter((path) => !path.startsWith('/assets/') && /login|admin|account|\/documents$/.test(path)),
    ).toEqual([]);

    line.answer = ({ url = '' }, outgoing) => {
      if (url !== '/sw.js') return false;
      void removingWorker().then((text) => outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(text));
      return true;
    };
    await openPage(page, line.url + pages.home());
    await untilTrue(page, async () => !(await navigator.serviceWorker.getRegistration()));
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    // The times of the last use of addresses.
    await untilTrue(page, async () => (await indexedDB.databases()).every(({ name }) => name === 'examshelf-kept'));
  },
);

/** Returns the response of a server with `OFFLINE=off`. */
async function removingWorker(): Promise<string> {
  const { answerServiceWorker } = await import('#server/http/pages/installed-app.ts');
  const { Hono } = await import('hono');
  const app = new Hono().get('/sw.js', ...answerServiceWorker('off', '.'));
  return (await app.request('/sw.js')).text();
}

function shellsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('examshelf-shell-')));
}

async function buildOf(page: Page): Promise<string> {
  const names = await page.evaluate(() => caches.keys());
  return names.find((name) => name.startsWith('examshelf-shell-'))?.slice('examshelf-shell-'.length) ?? '';
}

async function loseLine(): Promise<void> {
  line.cut();
  await context.setOffline(true);
}

async function findLine(): Promise<void> {
  line.mend();
  await context.setOffline(false);
}
