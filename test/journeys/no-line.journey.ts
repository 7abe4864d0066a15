import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { goWithin } from '#test/support/go-within.ts';
import { builtFile } from '#test/support/built-files.ts';
import { openPage } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { type TestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Pages without a connection, and preloading for that case. */

let server: TestServer;
let browser: SharedBrowser;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const subject = ['csit', '1', 'c-programming'] as const;

beforeAll(async () => {
  server = await openSampleLibrary();
  browser = await shareBrowser();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('without a connection every link leaves the page unchanged with a message, and works again afterwards', async () => {
  for (const { from, heading, go, to, arrived } of [
    {
      from: pages.home(),
      heading: 'Question Papers Solutions Notes',
      go: (page: Page) => page.getByRole('button', { name: 'Select Faculty: BSc CSIT' }).tap(),
      to: pages.semester('csit', '1'),
      arrived: (page: Page) => page.getByRole('heading', { name: 'C Programming' }),
    },
    {
      from: pages.about(),
      heading: 'About',
      go: (page: Page) => goWithin(page, pages.discussion('normal-forms')),
      to: pages.discussion('normal-forms'),
      arrived: (page: Page) => page.getByRole('heading', { level: 1, name: /third normal form/ }),
    },
  ]) {
    // With the data saver, so that the target of a visible link is not preloaded.
    const { page, context } = await open(from, phone, { savesData: true });
    await loseLine(context);
    await go(page);
    await page.getByText('No connection').waitFor();
    await page.getByText('This page will load when you’re back online.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(heading);
    // A tap retries without success, so nothing changes.
    await page.getByRole('button', { name: 'Try again' }).tap();
    await page.getByRole('button', { name: 'Try again', disabled: false }).waitFor();
    await page.getByText('No connection').waitFor();
    await context.setOffline(false);
    await arrived(page).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(to);
    expect(await page.getByText('No connection').count()).toBe(0);
    await context.close();
  }
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a connection that comes back unnoticed is found by a tap, and the keyboard continues at the list that appears',
  async () => {
    const { page } = await open(pages.notes('csit', '1', 'physics'), desktop);
    await page.clock.install();
    let isLost = true;
    let asked = 0;
    // The browser reports itself as online.
    await page.route('**/v1/**', (route) => {
      if (route.request().url().includes('/collections/notes/')) asked += 1;
      return isLost ? route.abort('connectionfailed') : route.continue();
    });
    await page.getByRole('complementary').getByRole('link', { name: 'C Programming' }).click();
    await page.getByRole('heading', { level: 1, name: 'C Programming' }).waitFor();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('No connection').waitFor();
    expect(await panel.getByText('No study notes available yet.').count()).toBe(0);
    await panel.getByRole('button', { name: 'Try again' }).focus();
    // The page retries automatically: after six requests only every 30 s. From here on its clock is stopped.
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return asked;
      })
      .toBeGreaterThan(6);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    isLost = false;
    await page.keyboard.press('Enter');
    // Drawing waits for timers too; all of these together are less than 20 s.
    await expect
      .poll(async () => {
        await page.clock.runFor(4);
        return panel.getByRole('listitem').count();
      })
      .toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await page.clock.runFor(4);
        return page.evaluate(() => document.activeElement?.matches('[role="tabpanel"] ul'));
      })
      .toBe(true);
  },
);

test('filters of the library report a missing connection, instead of showing the earlier results', async () => {
  const { page, context } = await open(pages.books(), desktop);
  const books = page.getByRole('tabpanel').getByRole('listitem');
  await books.first().waitFor();
  await loseLine(context);
  await page.getByLabel('Faculty').selectOption('bca');
  await page.getByRole('main').getByText('No connection').waitFor();
  expect(await books.count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('main').getByText('No connection').waitFor({ state: 'detached' });
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the other tabs of a subject are preloaded and open without a connection; not with the data saver',
  async () => {
    const { page, context } = await open(pages.papers(...subject));
    await loseLine(context);
    for (const [tab, title] of [
      ['Study Notes', 'C Programming – Pointers and Arrays'],
      ['Revision Materials', /C Programming/],
    ] as const) {
      await page.getByRole('tab', { name: tab }).tap();
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      await page.getByRole('tabpanel').getByRole('link', { name: title }).first().waitFor();
    }

    const saving = await newContext(phone, { savesData: true });
    const asked: string[] = [];
    saving.on('request', (request) => asked.push(request.url()));
    const frugal = await saving.newPage();
    await openPage(frugal, server.url + pages.papers(...subject));
    expect(asked.filter((address) => address.includes('/collections/'))).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'code and styles that fail to load without a connection load later, and the reader opens with both',
  async () => {
    const { page, context } = await open(pages.notes(...subject));
    await loseLine(context);
    await page
      .getByRole('link', { name: /^Read / })
      .first()
      .tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No connection. This opens when you’re back online.').waitFor();
    await context.setOffline(false);
    await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
    expect(await dialog.evaluate((each) => getComputedStyle(each).position)).toBe('fixed');
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'code that was removed by an update reloads the page once, and never in a loop',
  async () => {
    const { page } = await open(pages.about(), desktop);
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.route(`**/assets/${builtFile('contributors')}`, (route) => route.fulfill({ status: 404, body: '' }));
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Contributors/ })
      .click();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    expect(loads).toEqual([pages.contributors()]);
  },
);

/** Opens a page and waits until it has fetched everything. */
async function open(
  address: string,
  options: object = phone,
  visitor: { savesData?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await newContext(options, visitor);
  const page = await context.newPage();
  await openPage(page, server.url + address);
  await page.waitForFunction(() => !history.pushState.toString().includes('[native code]'));
  return { page, context };
}

async function newContext(options: object, { savesData = false }: { savesData?: boolean }): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (savesData)
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  return context;
}

function loseLine(context: BrowserContext): Promise<void> {
  return context.setOffline(true);
}
