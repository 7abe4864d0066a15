import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { expectFocusHeld, expectFocusOn } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { materialRow } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The search page and the search box, on a phone and on a desktop, without scripts and with the keyboard alone. */

let server: TestServer;
let browser: SharedBrowser;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const structures = { facultyId: 'csit', semesterId: '3', subject: 'Data Structures and Algorithms' };
const logic = { facultyId: 'csit', semesterId: '1', subject: 'Digital Logic' };

const filler = Array.from({ length: 20 }, (_, row) => `Line ${row + 1} about something else entirely.`);
const heap = ['Explain how a binomial heap merges two trees of equal order.', ...filler];

beforeAll(async () => {
  server = await openTestServer({ withPages: true, readsTexts: true });
  browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('heaps.pdf', makePdf([filler, heap, filler, heap]), 'heaps');
  await librarian.upload('note.pdf', makePdf([filler, filler, heap]), 'note');
  await librarian.upload('web.html', makeHtmlPaper('Binomial heap merges'), 'web');
  await librarian.publish('paper', { ...structures, title: 'Heaps, a paper', year: 2024, fileId: 'heaps' }, 'paper-24');
  await librarian.publish('paper', { ...structures, title: 'Web paper', year: 2023, fileId: 'web' }, 'paper-23');
  await librarian.publish('note', { ...structures, title: 'Notes on heaps', year: null, fileId: 'note' }, 'notes');
  for (const number of Array.from({ length: 25 }, (_, index) => index + 1)) {
    const title = `Karnaugh exercise ${number}`;
    await librarian.publish('revision', { ...logic, title, year: null, fileId: 'note' });
  }
  // The pages are read in the background.
  await vi.waitFor(
    async () => {
      const found = await countFound('binomial heap merges');
      if (found !== 28) throw new Error(`${found} of 28 materials are found`);
    },
    { timeout: 90_000 },
  );
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function countFound(q: string): Promise<number> {
  const answer = await fetch(`${server.url}/v1/search?q=${encodeURIComponent(q)}`);
  return ((await answer.json()) as { total: number }).total;
}

async function open(address: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await openPage(page, server.url + address);
  return page;
}

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Search' });
const chosen = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

test('found pages are below their material, with the words marked, and filters narrow them and are in the address', async () => {
  const page = await open('/search?q=binomial+heap+merges', desktop);
  const trouble = watchForTrouble(page);
  const main = page.getByRole('main');
  await main.getByText('28 materials', { exact: true }).waitFor();
  const kinds = main.getByRole('group', { name: 'Kind' });
  await kinds.getByLabel(/^Question Papers\W*2$/).check();
  await page.waitForURL('**/search?q=binomial+heap+merges&kind=paper');
  await main.getByText('2 materials', { exact: true }).waitFor();
  const paper = materialRow(page, 'Heaps, a paper');
  const hit = paper.getByRole('listitem').filter({ hasText: 'Page 2' });
  expect((await hit.locator('mark').allInnerTexts()).join(' ').toLowerCase()).toContain('binomial heap merges');
  expect(await paper.getByText('Question Paper 2024').count()).toBe(1);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await findAxeViolations(page)).toEqual([]);

  await main.getByRole('group', { name: 'Year' }).getByLabel(/^2023/).check();
  await page.waitForURL('**/search?q=binomial+heap+merges&kind=paper&year=2023');
  await materialRow(page, 'Web paper').waitFor();
  await expect.poll(() => paper.count()).toBe(0);
  await main.getByRole('link', { name: 'Remove the filter Question Papers' }).click();
  await page.waitForURL('**/search?q=binomial+heap+merges&year=2023');
  await main.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL('**/search?q=binomial+heap+merges');
  await paper.waitFor();
  expect(trouble()).toEqual([]);
});

test('a found page opens over the results, with its words in the address, and Back returns to the same position', async () => {
  const page = await open('/search?q=binomial+heap+merges&kind=revision', phone);
  const trouble = watchForTrouble(page);
  const last = page
    .getByRole('main')
    .getByRole('link', { name: /^Page 3/ })
    .nth(15);
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await last.tap();
  await page.waitForURL(/[?&]open=[\w-]+&page=3&find=binomial\+heap\+merges$/);
  await page.getByRole('dialog').locator('[data-page-number="3"][data-state="painted"]').waitFor();
  await page.goBack();
  await page.waitForURL('**/search?q=binomial+heap+merges&kind=revision');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(trouble()).toEqual([]);
});

test('a subject that the search names is above the results, and words beside it are filters that can be removed', async () => {
  const page = await open('/search?q=csit+dsa+2024', phone);
  const trouble = watchForTrouble(page);
  const main = page.getByRole('main');
  const named = main.getByRole('region', { name: 'Named by your search' });
  await named.getByRole('heading', { name: 'Data Structures and Algorithms' }).waitFor();
  await materialRow(page, 'Heaps, a paper').waitFor();
  await expect.poll(() => materialRow(page, 'Web paper').count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await main.getByRole('link', { name: 'Remove the filter 2024' }).tap();
  await materialRow(page, 'Web paper').waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('q'), searchParams.get('year')]).toEqual(['Data Structures and Algorithms', null]);
  await page.goBack();
  await main.getByRole('link', { name: 'Search for csit dsa 2024 instead' }).tap();
  await page.waitForURL('**/search?q=csit+dsa+2024&as=typed');
  await expect.poll(() => named.count()).toBe(0);
  await page.goBack();
  await named.getByRole('link', { name: /^BSc CSIT, Semester 3/ }).tap();
  await page.waitForURL('**/faculty/csit/semester/3/subject/data-structures-and-algorithms');
  expect(trouble()).toEqual([]);
});

test('on a phone filters are in a sheet, whose button says how many results they leave', async () => {
  const page = await open('/search?q=binomial+heap+merges', phone);
  const trouble = watchForTrouble(page);
  await page.getByRole('main').getByRole('button', { name: 'Filters' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: 'Show 28 results' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await sheet.getByLabel(/^Revision Materials/).check();
  await page.waitForURL('**/search?q=binomial+heap+merges&kind=revision');
  await sheet.getByRole('button', { name: 'Show 25 results' }).tap();
  await expect.poll(() => sheet.count()).toBe(0);
  await page.getByRole('main').getByText('25 materials', { exact: true }).waitFor();
  expect(trouble()).toEqual([]);
});

test('without scripts words, filters and parts of the results are forms and links', async () => {
  const context = await browser.newContext({ ...desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole('main').getByRole('combobox', { name: 'Search' }).fill('binomial heap merges');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Revision Materials/).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByText('25 materials', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('Page 2 of 2').waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(5);
  await page
    .getByRole('link', { name: /^Page 3/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^Karnaugh exercise/ }).waitFor();
  // The header's search is a link to the page, which says what is searched.
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'How to search' }).waitFor();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'from any page the keyboard alone opens the search, chooses a suggestion and returns',
  async () => {
    const page = await open('/books', desktop);
    const trouble = watchForTrouble(page);
    // Not while typing.
    await page.getByPlaceholder('Search books...').focus();
    await page.keyboard.press('/');
    await expect.poll(() => page.getByPlaceholder('Search books...').inputValue()).toBe('/');
    await page.getByRole('banner').getByRole('link', { name: 'Examshelf' }).focus();
    await page.keyboard.press('Control+k');
    await expectFocusOn(page, box(page));
    // The delayed change of the address, by the words typed before, does not close the search.
    await page.waitForURL('**/books?q=%2F');
    await expectFocusOn(page, box(page));
    // It begins with the words of the page, so Escape empties the box first; until the suggestions are loaded it closes it.
    await page.getByRole('dialog').getByText('Press Enter to search').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => box(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expectFocusOn(page, page.getByRole('banner').getByRole('link', { name: 'Examshelf' }));
    await page.waitForURL('**/books?q=%2F');

    await page.keyboard.press('/');
    await expectFocusOn(page, box(page));
    await page.keyboard.type('forensic med');
    const subject = page.getByRole('group', { name: 'Subjects' }).getByRole('option').first();
    await subject.waitFor();
    // The box follows the list a moment later.
    await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('true');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).innerText()).toMatch(/^Forensic Medicine/);
    const chosenId = await chosen(page).getAttribute('id');
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBe(chosenId);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    const text = await chosen(page).innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/subject\//);
    await page.getByRole('heading', { level: 1, name: text.split('\n')[0]! }).waitFor();
    // The dialog has no entry of its own in the history.
    await page.goBack();
    await page.waitForURL('**/books?q=%2F');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(trouble()).toEqual([]);
  },
);

test('a late suggestion never replaces a newer one, and a single letter causes no request', async () => {
  const page = await open('/search', desktop);
  const asked: string[] = [];
  const { promise: isNewerShown, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/v1/search/suggest?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    asked.push(q);
    if (q === 'kar') await isNewerShown;
    await route.continue().catch(() => undefined);
  });
  const input = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await input.focus();
  await input.fill('k');
  await input.fill('kar');
  await expect.poll(() => asked).toEqual(['kar']);
  await input.fill('heaps');
  const titles = page.getByRole('group', { name: 'Titles' }).getByRole('option');
  await titles.filter({ hasText: 'Heaps, a paper' }).waitFor();
  letGo();
  await settle(page);
  expect(await titles.filter({ hasText: 'Karnaugh' }).count()).toBe(0);
  expect(asked).toEqual(['kar', 'heaps']);
  // Escape closes the list and leaves the words.
  await page.keyboard.press('Escape');
  await expect.poll(() => titles.count()).toBe(0);
  expect(await input.inputValue()).toBe('heaps');
});

test('on a phone a paper is open after two taps and the letters of its title, over its page', async () => {
  const page = await open('/', phone);
  await page.getByRole('main').getByRole('combobox', { name: 'Search' }).tap();
  await expectFocusOn(page, box(page));
  await page.keyboard.type('heaps');
  await page.getByRole('group', { name: 'Titles' }).getByRole('option').filter({ hasText: 'Heaps, a paper' }).tap();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Heaps, a paper' }).waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('letters typed into a box of the page while its search opens over it are in the open search', async () => {
  const page = await open('/', phone);
  await page
    .getByRole('main')
    .getByRole('combobox', { name: 'Search' })
    .evaluate((input: HTMLInputElement) => {
      input.focus();
      input.click();
      input.value = 'deri';
    });
  await expectFocusOn(page, box(page));
  await page.keyboard.type('v');
  expect(await box(page).inputValue()).toBe('deriv');
});

test('on a phone the search fills the screen, Back closes it, and recent searches stay on the device', async () => {
  const page = await open('/', phone);
  const trouble = watchForTrouble(page);
  const sent: string[] = [];
  await page.getByRole('main').getByRole('combobox', { name: 'Search' }).tap();
  await expectFocusOn(page, box(page));
  const dialog = page.getByRole('dialog', { name: 'Search' });
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone.viewport });
  await expectFocusHeld(page);
  await page.goBack();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/');

  for (const words of ['binomial heap', 'karnaugh', 'no such thing as this']) {
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap();
    await box(page).fill(words);
    await box(page).press('Enter');
    await page.waitForURL(`**/search?q=${words.replaceAll(' ', '+')}`);
    const main = page.getByRole('main');
    // Home counts materials too, and stays until the results are there.
    if (words.startsWith('no')) await main.getByText(/^No results for/).waitFor();
    else
      await main
        .getByRole('status')
        .getByText(/^\d+ materials$/)
        .waitFor();
    await expect.poll(() => box(page).count()).toBe(0);
  }
  page.on('request', (request) => sent.push(request.url()));
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap();
  await box(page).fill('');
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  // Searches without results are not among them.
  await expect.poll(() => recent.allInnerTexts()).toEqual(['karnaugh', 'binomial heap']);
  expect(await findAxeViolations(page)).toEqual([]);
  for (const target of await dialog.getByRole('button').all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Remove karnaugh' }).tap();
  await expect.poll(() => recent.allInnerTexts()).toEqual(['binomial heap']);
  await page.getByRole('button', { name: 'Clear all' }).tap();
  await expect.poll(() => recent.count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
  expect(sent.filter((url) => /karnaugh|binomial/.test(url))).toEqual([]);
  expect(trouble()).toEqual([]);
});

test('a search without results says so and offers matching subjects and titles, and a failed search can be repeated', async () => {
  const page = await open('/search', desktop);
  const input = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await input.fill('microprocessor zqxj');
  await input.press('Enter');
  await page.getByText('No results for “microprocessor zqxj”.').waitFor();
  await page.getByRole('status').getByText('No results', { exact: true }).waitFor({ state: 'attached' });
  const subjects = page.getByRole('region', { name: 'Subjects' }).getByRole('link');
  await subjects.filter({ hasText: 'BSc CSIT' }).first().waitFor();
  expect(await subjects.first().getAttribute('href')).toMatch(
    /^\/faculty\/[\w-]+\/semester\/\d+\/subject\/microprocessor/,
  );

  // A part of a word that no word begins with: not searched on pages, but titles that contain it are offered.
  for (const [part, seen] of [
    ['rnaug', 'No results for “rnaug”.'],
    ['arnaugh', 'Showing results for karnaugh. Search for arnaugh instead'],
  ] as const) {
    await input.fill(part);
    await input.press('Enter');
    const titles = page.getByRole('region', { name: `Titles that contain “${part}”` }).getByRole('link');
    await titles.filter({ hasText: 'Karnaugh exercise' }).first().waitFor();
    await page.getByText(seen).waitFor();
  }
  expect(await findAxeViolations(page)).toEqual([]);

  await page.clock.install();
  await page.route('**/v1/search?*', (route) => route.fulfill({ status: 500, json: {} }));
  await input.fill('binomial heap');
  await input.press('Enter');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return tryAgain.count();
    })
    .toBe(1);
  await page.unroute('**/v1/search?*');
  await tryAgain.click();
  await materialRow(page, 'Heaps, a paper').waitFor();
});
