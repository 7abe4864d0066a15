import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makeBook, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { digest, openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { arriveAt, isToolEnabled, isToolOn, pressTool } from '#test/support/reader.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const book = makeBook('long book', 120);

/** A library with one note and one HTML paper in it. */
async function openShelf() {
  const server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('book.pdf', book, 'book-file');
  await librarian.publish('note', { ...place, title: 'Long book', fileId: 'book-file' }, 'book');
  await librarian.upload('paper.html', makeHtmlPaper('A paper'), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
  const notes = `${server.url}${pages.notes('csit', '1', 'c-programming')}`;
  return { ...server, librarian, notes, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** One for all tests of the file: they read, and additions of one do not affect the others. */
let shelf: Awaited<ReturnType<typeof openShelf>>;

beforeAll(async () => {
  shelf = await openShelf();
});

afterAll(() => shelf[Symbol.asyncDispose]());

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);
const pageBox = (page: Page) => page.getByLabel('Go to page');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function goTo(page: Page, typed: string) {
  await pageBox(page).fill(typed);
  await page.keyboard.press('Enter');
}

/** Returns the page in the middle of the strip. */
async function pageInView(page: Page): Promise<number | null> {
  const place = await middle(page.getByRole('region', { name: 'Pages of Long book' }));
  return place === null ? null : Math.floor(place);
}

/** Returns the page in the middle of the window, and how far down on it (0 to 1). */
function middle(scroller: Locator) {
  return scroller.evaluate((element) => {
    const view = element.getBoundingClientRect();
    const y = view.top + view.height / 2;
    for (const each of element.querySelectorAll<HTMLElement>('[data-page-number]')) {
      const { top, bottom, height } = each.getBoundingClientRect();
      if (top <= y && y <= bottom) return Number(each.dataset['pageNumber']) + (y - top) / height;
    }
    return null;
  });
}

const wide = [
  { name: 'phone', options: phone, width: 390 * 0.95 },
  { name: 'desktop', options: desktop, width: 1440 * 0.9 },
];

test.skipIf(isOnlyInSweep('journeys')).each(casesOf('sizes', wide, ({ name }) => name === 'phone'))(
  'reading a long book, on a $name',
  async ({ options, width }) => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(options)).newPage();
    const trouble = watchForTrouble(page);
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/book-file/preview') && request.url().endsWith('&copy=reading'))
        fetched.push(request.headers()['range'] ?? 'whole');
    });

    // Opening is a step of the history, and an open material has an address.
    await page.goto(shelf.notes);
    await page.getByRole('link', { name: 'Read Long book' }).click();
    await painted(page, 1).waitFor();
    expect(page.url()).toBe(`${shelf.notes}?open=book`);
    await page.getByText('Page 1 of the long book').waitFor();

    // The page takes 90 % or 95 % of the window, times the zoom.
    const widthOf = async () => (await painted(page, 1).boundingBox())?.width ?? 0;
    expect(await widthOf()).toBeCloseTo(width, -0.5);
    await pressTool(page, 'Zoom out');
    await expect.poll(widthOf).toBeCloseTo(width * 0.9, -0.5);
    await pressTool(page, 'Zoom in');

    // Only a whole number from 1 to the page count is accepted.
    for (const nowhere of ['0', '121', '2.5', 'two']) {
      await goTo(page, nowhere);
      expect([nowhere, await pageInView(page), page.url()]).toEqual([nowhere, 1, `${shelf.notes}?open=book`]);
    }
    await goTo(page, '80');
    await arriveAt(page, 80);
    await page.getByText('Page 80 of the long book').waitFor();
    await expect.poll(() => page.url()).toBe(`${shelf.notes}?open=book&page=80`);
    expect(await page.locator('[data-page-number]').count()).toBeLessThan(8);
    expect(fetched).not.toContain('whole');

    // Zooming keeps the middle of the window, all the way in and out.
    const scroller = page.getByRole('region', { name: 'Pages of Long book' });
    const before = (await middle(scroller)) ?? 0;
    for (let step = 0; step < 10; step += 1) await pressTool(page, 'Zoom in');
    expect(await isToolEnabled(page, 'Zoom in')).toBe(false);
    expect(await middle(scroller)).toBeCloseTo(before, 2);
    for (let step = 0; step < 15; step += 1) await pressTool(page, 'Zoom out');
    expect(await isToolEnabled(page, 'Zoom out')).toBe(false);
    expect(await middle(scroller)).toBeCloseTo(before, 1);

    // Back closes the reader and returns the focus; forward reopens it at the same page.
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(shelf.notes);
    expect(await focused(page)).toBe('Read Long book');
    await page.goForward();
    await painted(page, 80).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(shelf.notes);
    expect(trouble()).toEqual([]);
  },
);

test('the current page follows scrolling, and the address follows the page', async () => {
  await using browser = await shareBrowser();
  const page = await (await browser.newContext(desktop)).newPage();
  await page.goto(`${shelf.url}${pages.material('book')}?open=book&page=30`);
  await painted(page, 30).waitFor();
  await page.mouse.move(700, 500);
  // Pages are 1834 px high: the top of the next one comes into the upper half after less than that.
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => pageBox(page).inputValue()).toBe('31');
  await expect.poll(() => page.url()).toContain('page=31');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${shelf.url}${pages.material('book')}`);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a selection in highlight mode stays marked after zooming and scrolling away',
  async () => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(desktop)).newPage();
    const trouble = watchForTrouble(page);
    await page.goto(`${shelf.url}${pages.material('book')}?open=book`);
    await painted(page, 1).waitFor();
    const line = page.getByText('Page 1 of the long book');
    await line.waitFor();
    await line.selectText();
    await page.getByRole('button', { name: 'Highlight mode' }).click();
    expect(await page.locator('mark').count()).toBe(0);
    await line.dblclick({ position: { x: 10, y: 8 } });
    const mark = page.locator('mark');
    await mark.waitFor();
    expect(await mark.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(255, 255, 0, 0.3)');
    const said = await mark.innerText();
    expect('Page 1 of the long book').toContain(said.trim());
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await mark.innerText()).toBe(said);
    await goTo(page, '60');
    await painted(page, 60).waitFor();
    await painted(page, 1).waitFor({ state: 'detached' });
    await goTo(page, '1');
    await mark.waitFor();
    expect(await mark.innerText()).toBe(said);
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'in highlight mode a drag highlights its text at once, and a click with an earlier selection highlights nothing',
  async () => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(desktop)).newPage();
    await page.goto(`${shelf.url}${pages.material('book')}?open=book`);
    await painted(page, 1).waitFor();
    const line = (number: number) => page.getByText(`Line ${number}: what is asked on page 1 `);
    const mode = page.getByRole('button', { name: 'Highlight mode' });
    // The delay of selections made without a mouse never elapses.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [number, button] of [
      [1, 'left'],
      [2, 'right'],
    ] as const) {
      await line(number).evaluate(selectAndWait);
      // By the key: in Chromium a click on the button would end the selection.
      await page.keyboard.press('h');
      await expect.poll(() => mode.getAttribute('aria-pressed')).toBe('true');
      await line(number).click({ button });
      await page.keyboard.press('h');
      await expect.poll(() => mode.getAttribute('aria-pressed')).toBe('false');
    }
    await mode.click();
    const box = (await page.getByText('Page 1 of the long book').boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await page.locator('mark').first().waitFor();
    expect(await page.locator('mark').allInnerTexts()).toEqual([expect.stringMatching(/^Page 1 o/)]);
  },
);

/** Selects the text of an element, until the page has received the event. */
function selectAndWait(element: Element): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('selectionchange', resolve, { once: true });
    getSelection()?.selectAllChildren(element);
  });
}

test('the reader is as dark as the site until the visitor chooses, and the choice is remembered and does not change the site', async () => {
  await using browser = await shareBrowser();
  const context = await browser.newContext({ ...phone, colorScheme: 'dark' });
  const page = await context.newPage();
  const open = async (id: string) => page.goto(`${shelf.url}${pages.material(id)}?open=${id}`);
  await open('book');
  await painted(page, 1).waitFor();
  expect(await isToolOn(page, 'Dark mode')).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isToolOn(page, 'Dark mode')).toBe(false);
  await pressTool(page, 'Dark mode');
  await pressTool(page, 'Dark mode');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await isToolOn(page, 'Dark mode')).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();

  await open('paper');
  await page.getByRole('dialog', { name: 'Web paper' }).waitFor();
  expect(await isToolOn(page, 'Dark mode')).toBe(false);

  // A later choice of the site's theme, even in another tab, applies to the reader as well.
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await openPage(other, shelf.url);
  const choose = () => other.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  await choose();
  await choose();
  expect(await other.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await expect.poll(() => isToolOn(page, 'Dark mode')).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await open('book');
  await painted(page, 1).waitFor();
  expect(await isToolOn(page, 'Dark mode')).toBe(true);
});

test('download saves the file, byte for byte, as document.pdf', async () => {
  await using browser = await shareBrowser();
  const page = await (await browser.newContext({ ...phone, acceptDownloads: true })).newPage();
  await page.goto(`${shelf.url}${pages.material('book')}?open=book`);
  await painted(page, 1).waitFor();
  const button = page.getByRole('dialog').getByRole('button', { name: 'Download' });
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(saved.suggestedFilename()).toBe('document.pdf');
  expect(digest(await readFile(await saved.path()))).toBe(digest(book));
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that cannot be loaded shows its status, and trying again reads it',
  async () => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(phone)).newPage();
    const trouble = watchForTrouble(page, [
      /Failed to load resource/,
      /^500 from/,
      /^console: (?:Missing PDF|Unexpected server response)/,
    ]);
    for (const status of [404, 403, 500]) {
      await page.route('**/book-file/preview*copy=reading', (route) => route.fulfill({ status, body: '' }));
      await page.goto(`${shelf.url}${pages.material('book')}?open=book`);
      // The address in its record, without the reader's additions.
      const file = `${shelf.url}/v1/storage/buckets/files/files/book-file/preview?project=examshelf`;
      const message =
        status === 404
          ? `Missing PDF "${file}".`
          : `Unexpected server response (${status}) while retrieving PDF "${file}".`;
      const alert = page.getByRole('alert').filter({ hasText: message });
      await alert.waitFor();
      await alert
        .getByText(status === 404 ? 'This document is missing.' : 'This document can’t be loaded right now.')
        .waitFor();
      await page.unroute('**/book-file/preview*copy=reading');
      await page.getByRole('button', { name: 'Try again' }).click();
      await painted(page, 1).waitFor();
    }
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that a download manager intercepts is read at an address that it ignores, or the cause is named',
  async () => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(phone)).newPage();
    const trouble = watchForTrouble(page, [/^console: Unexpected server response \(20[04]\) while retrieving PDF/]);
    const address = `${shelf.url}${pages.material('book')}?open=book`;
    await page.route('**/book-file/preview*copy=reading', (route) => route.fulfill({ status: 204 }));
    await page.goto(address);
    await painted(page, 1).waitFor();
    for (const [answer, title] of [
      [{ status: 200, body: '' }, 'Another program intercepted this document.'],
      [
        { status: 200, contentType: 'text/html', body: '<p>Sign in' },
        'Your network sent another page instead of this document.',
      ],
    ] as const) {
      await page.route('**/book-file/preview*copy=reading*', (route) => route.fulfill(answer));
      await page.goto(address);
      const alert = page.getByRole('alert').filter({ hasText: title });
      await alert
        .getByText(/^Unexpected server response \(200\) while retrieving PDF ".*project=examshelf"\.$/)
        .waitFor();
      await page.unroute('**/book-file/preview*copy=reading*');
    }
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a line that breaks while reading is waited for', async () => {
  await shelf.librarian.upload('thick.pdf', makePdf([['One'], ['Two']], { padBytes: 200_000 }), 'thick-file');
  await shelf.librarian.publish('note', { ...place, title: 'Thick', fileId: 'thick-file' }, 'thick');
  await using browser = await shareBrowser();
  const page = await (await browser.newContext(phone)).newPage();
  let cuts = 0;
  await page.route('**/thick-file/preview*copy=reading', (route) => {
    // The first response arrives; every second one of the others is lost.
    const isFirst = route.request().headers()['range'] === 'bytes=0-65535';
    cuts += 1;
    return isFirst || cuts % 2 === 1 ? route.continue() : route.abort('connectionreset');
  });
  await page.goto(`${shelf.url}${pages.material('thick')}?open=thick`);
  await painted(page, 1).waitFor();
  expect(cuts).toBeGreaterThan(1);
});

test('a browser that lacks the newest functions gets the legacy build', async () => {
  await using browser = await shareBrowser();
  const context = await browser.newContext(phone);
  await context.addInitScript(() => {
    Reflect.deleteProperty(Math, 'sumPrecise');
    Reflect.deleteProperty(Map.prototype, 'getOrInsertComputed');
    Reflect.deleteProperty(Promise, 'try');
  });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await page.goto(`${shelf.url}${pages.material('book')}?open=book`);
  await painted(page, 1).waitFor();
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))('leaving while a document opens leaves nothing behind', async () => {
  await using browser = await shareBrowser();
  const page = await (await browser.newContext(desktop)).newPage();
  const trouble = watchForTrouble(page);
  await page.goto(shelf.notes);
  const moments: (() => Promise<unknown>)[] = [
    () => Promise.resolve(),
    () => page.waitForRequest('**/book-file/preview*copy=reading'),
    () => page.waitForEvent('worker'),
    () => page.waitForResponse('**/book-file/preview*copy=reading'),
    () => page.locator('[data-page-number]').first().waitFor(),
    () => page.locator('.reader-text span').first().waitFor(),
  ];
  for (const moment of moments) {
    const come = moment();
    await page.getByRole('link', { name: 'Read Long book' }).click();
    await come;
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await expect.poll(() => page.workers().length).toBe(0);
  expect(trouble()).toEqual([]);
});

test('an HTML paper is shown with its scripts, isolated from page and network, and closes in three ways', async () => {
  await using browser = await shareBrowser();
  const page = await (await browser.newContext(phone)).newPage();
  // The paper's attempts are refused with messages; our own page must do nothing wrong.
  const trouble = watchForTrouble(page, [/^console: (?:Connecting to|Fetch API cannot load) /]);
  await page.goto(`${shelf.url}${pages.papers('csit', '1', 'c-programming')}`);
  const view = page.getByRole('link', { name: 'View Web paper' });
  const dialog = page.getByRole('dialog', { name: 'Web paper' });
  const inside = dialog.frameLocator('iframe');

  await page.route('**/paper-file/preview**', async (route) => {
    await page.getByText('Loading HTML content...').waitFor();
    await route.continue();
  });
  await view.click();
  await inside.getByText('Written by the paper itself').waitFor();
  await dialog.getByText('Found an error in this paper? Report it to').getByRole('link', { name: /@/ }).waitFor();
  const reach = await inside.locator('body').evaluate(async () => {
    const attempt = async (run: () => unknown) => {
      try {
        await run();
        return 'allowed';
      } catch {
        return 'refused';
      }
    };
    return [
      await attempt(() => parent.document.title),
      await attempt(() => localStorage.length),
      await attempt(() => fetch('/v1/site')),
    ];
  });
  expect(reach).toEqual(['refused', 'refused', 'refused']);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await view.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await view.click();
  await inside.getByText('Written by the paper itself').waitFor();
  await page.mouse.click(195, 20);
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('View Web paper');
  expect(trouble()).toEqual([]);
});

test('with scripts off the Read button leads to the file itself', async () => {
  await using browser = await shareBrowser();
  const page = await (await browser.newContext({ ...phone, javaScriptEnabled: false })).newPage();
  await page.goto(shelf.notes);
  const href = await page.getByRole('link', { name: 'Read Long book' }).getAttribute('href');
  const file = await fetch(`${shelf.url}${href}`);
  expect(digest(new Uint8Array(await file.arrayBuffer()))).toBe(digest(book));
});
