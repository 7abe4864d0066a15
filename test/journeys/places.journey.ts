import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { materialRow, menuLink } from '#test/support/student.ts';

/** Links to places show what they contain, and an empty place has a way on. */

let server: TestServer;
let browser: SharedBrowser;
let librarian: Librarian;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const webTechnology = { facultyId: 'csit', semesterId: '5', subject: 'Web Technology' };
const sendIn = ['Send in material', `${pages.contact()}#sending-in-material`];
const papers = pages.papers('csit', '5', 'web-technology');
const notes = pages.notes('csit', '5', 'web-technology');

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makePdf([['One page']]), 'one');
  await librarian.publish('note', { ...webTechnology, title: 'Notes on the web', fileId: 'one' });
  const bca = { ...webTechnology, facultyId: 'bca', semesterId: '3' };
  await librarian.publish('paper', { ...bca, title: 'Board 2024', year: 2024, fileId: 'one' });
  await librarian.publish('note', { ...bca, title: 'Notes for BCA', fileId: 'one' });
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test.each([
  { how: 'as the server sends it', javaScriptEnabled: false },
  { how: 'when one comes from another tab', javaScriptEnabled: true },
])('an empty list leads to the other tabs and to the same subject elsewhere, $how', async ({ javaScriptEnabled }) => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled });
  if (javaScriptEnabled) {
    await openPage(page, server.url + notes);
    await page.getByRole('tab', { name: 'Question Papers' }).click();
  } else {
    await page.goto(server.url + papers);
  }
  await page.getByText('No question papers available for Web Technology.').waitFor();
  const panel = page.getByRole('tabpanel');
  const elsewhere = panel.getByRole('region', { name: 'This subject in other programmes' });
  await elsewhere.waitFor();
  expect(await waysOf(panel)).toEqual([
    ['Study Notes (1)', notes],
    ['All subjects of Semester 5', pages.semester('csit', '5')],
    sendIn,
    ['BCA, Semester 3 1 paper · 1 note', pages.papers('bca', '3', 'web-technology')],
  ]);
});

test('on the page of a subject, a second skip link leads to the list, and the side menu follows the content', async () => {
  const page = await browser.newPage(desktop);
  await openPage(page, server.url + notes);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the list' });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const panel = page.getByRole('tabpanel');
  expect(await panel.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  const follows = (await page.getByRole('complementary').elementHandle())!;
  expect(
    await panel.evaluate(
      (each, menu) => Boolean(each.compareDocumentPosition(menu) & Node.DOCUMENT_POSITION_FOLLOWING),
      follows,
    ),
  ).toBe(true);
});

test('a subject with books only in another programme links to the library', async () => {
  const place = { facultyId: 'bca', semesterId: '4', subject: 'Software Engineering' };
  await librarian.publish('book', { ...place, title: 'Software, a handbook', fileId: 'one' });
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(server.url + pages.papers('csit', '6', 'software-engineering'));
  expect(await waysOf(page.getByRole('tabpanel'))).toEqual([
    ['All subjects of Semester 6', pages.semester('csit', '6')],
    sendIn,
    ['BCA, Semester 4 1 book', `${pages.books()}?faculty=bca&semester=4`],
  ]);
});

test('a place that is empty in every programme links to the subjects of its term', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(server.url + pages.revision('csit', '5', 'cryptography'));
  expect(await waysOf(page.getByRole('tabpanel'))).toEqual([
    ['All subjects of Semester 5', pages.semester('csit', '5')],
    sendIn,
  ]);
});

test('an empty term leads to the terms with materials, and an empty programme to the others', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  const main = page.getByRole('main');
  const waysFrom = async (path: string, text: string) => {
    await page.goto(server.url + path);
    return waysOf(main.getByText(text).locator('..'));
  };
  const search = ['Search the library', pages.search()];
  expect(await waysFrom(pages.semester('csit', '2'), 'There is nothing for Semester 2 of BSc CSIT yet.')).toEqual([
    ['Semester 5 (1)', pages.semester('csit', '5')],
    search,
    sendIn,
  ]);
  expect(await waysFrom(pages.faculty('llb'), 'There is nothing for LLB yet.')).toEqual([
    ['Other programmes', `${pages.home()}#faculties`],
    search,
    sendIn,
  ]);
  await page.goto(server.url + pages.semester('csit', '5'));
  expect(await main.getByText('There is nothing for').count()).toBe(0);
});

test('tabs, side menu and the grid of revision show numbers of materials, and empty places are still links', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(server.url + notes);
  const tabs = await page.getByRole('tab').allTextContents();
  expect(tabs).toEqual([
    'Question Papers 0 question papers',
    'Study Notes 1 study note',
    'Revision Materials 0 revision materials',
  ]);
  const term = (name: string) => page.getByRole('link', { name: `Subjects of ${name}` }).textContent();
  expect([await term('Semester 5'), await term('Semester 4')]).toEqual([
    'Subjects of Semester 5 1\u00a0note',
    'Subjects of Semester 4 none',
  ]);
  expect(await menuLink(page, 'Web Technology').textContent()).toBe('Web Technology 1 study note');
  expect(await menuLink(page, 'Cryptography').textContent()).toBe('Cryptography 0 study notes');
  expect(await menuLink(page, 'Cryptography').getAttribute('href')).toBe(pages.notes('csit', '5', 'cryptography'));

  await page.goto(server.url + pages.revisionSubjects('csit', '5'));
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  expect(await cards.filter({ hasText: 'Nothing here yet' }).count()).toBe(await cards.count());
  await librarian.publish('revision', { ...webTechnology, title: 'One sheet', fileId: 'one' }, 'sheet');
  await page.reload();
  expect(await cards.filter({ hasText: 'Web Technology' }).innerText()).toContain('1\u00a0for\u00a0revision');
  await librarian.send('DELETE', api.document(ids, 'revisions', 'sheet'), {});
});

test('a withdrawn material leads to its subject from every address, and reveals nothing else', async () => {
  const title = 'A secret title';
  await librarian.upload('gone.pdf', makePdf([['A page of its own']]), 'gone-file');
  await librarian.publish('note', { ...webTechnology, title, fileId: 'gone-file' }, 'gone');
  const page = await browser.newPage(desktop);
  // A list that misses the event still shows the row.
  await page.routeWebSocket(/realtime/, (line) => void line.close({ code: 1006 }));
  await openPage(page, server.url + notes);
  await librarian.send('DELETE', api.document(ids, 'notes', 'gone'), {});
  await materialRow(page, title)
    .getByRole('link', { name: `More about ${title}` })
    .click();
  await page.getByRole('link', { name: `Details of ${title}` }).click();
  await page.getByRole('heading', { name: 'No longer available' }).waitFor();
  const wayBack = page.getByRole('main').getByRole('link', { name: 'Study Notes: Web Technology' });
  expect(await wayBack.getAttribute('href')).toBe(notes);

  const answer = await fetch(server.url + pages.material('gone'));
  const html = await answer.text();
  expect([answer.status, html.includes(title), html.includes('gone-file')]).toEqual([410, false, false]);
  await page.goto(server.url + pages.material('gone'));
  await wayBack.waitFor();
  await librarian.send('POST', panelApi.purgeMaterial('gone'));
  await page.goto(server.url + pages.material('gone'));
  await page.getByRole('heading', { name: 'No longer available' }).waitFor();
  expect(await wayBack.count()).toBe(0);
});

test('a paper is one compact line that opens wherever it is clicked', async () => {
  const page = await browser.newPage(phone);
  await openPage(page, server.url + pages.papers('bca', '3', 'web-technology'));
  const row = materialRow(page, 'Board 2024');
  const box = await row.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(64);
  const controls = [
    row.getByRole('link', { name: /^View / }),
    row.getByRole('button', { name: /^Mark as done/ }),
    row.getByRole('link', { name: /^More about / }),
  ];
  for (const control of controls) {
    const size = await control.boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(44);
    expect(size?.width).toBeGreaterThanOrEqual(44);
  }
  await page.touchscreen.tap((box?.x ?? 0) + 80, (box?.y ?? 0) + 14);
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByRole('link', { name: 'More about Board 2024' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Question Paper' });
  await sheet.getByRole('button', { name: 'Share Board 2024' }).waitFor();
  await sheet.getByRole('button', { name: /^Save offline/ }).waitFor();
  expect(await sheet.getByRole('link', { name: 'Download Board 2024' }).getAttribute('href')).toContain('/download');
  await sheet.getByRole('link', { name: 'Details of Board 2024' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Board 2024' }).waitFor();
});

test('titles omit the subject and the year, which screen readers still hear', async () => {
  const page = await browser.newPage(phone);
  for (const [title, id] of [
    ['Web Technology – Model Question Paper 2021', 'short-1'],
    ['Web Technology 2021', 'short-2'],
  ] as const)
    await librarian.publish('paper', { ...webTechnology, title, year: 2021, fileId: 'one' }, id);
  await openPage(page, server.url + papers);
  const row = materialRow(page, 'Web Technology – Model Question Paper 2021');
  const seen = await row
    .getByRole('heading')
    .evaluate((heading) =>
      [...heading.querySelectorAll('bdi > span')].map((span) => [span.textContent, span.getBoundingClientRect().width]),
    );
  expect(seen).toEqual([
    ['Web Technology – ', 1],
    ['2021', 1],
  ]);
  await materialRow(page, 'Web Technology 2021').getByText('Question Paper', { exact: true }).waitFor();
  for (const id of ['short-1', 'short-2']) await librarian.send('DELETE', api.document(ids, 'papers', id), {});
});

test('a long list links to its years, and the year and the number of papers done stay in view', async () => {
  const place = { facultyId: 'csit', semesterId: '5', subject: 'Cryptography' };
  const made = Array.from({ length: 21 }, (_, index) => ({ year: 2024 - Math.floor(index / 3), id: `many-${index}` }));
  for (const { year, id } of made)
    await librarian.publish('paper', { ...place, title: `Set ${id}`, year, fileId: 'one' }, id);
  const page = await browser.newPage(phone);
  await openPage(page, server.url + pages.papers('csit', '5', 'cryptography'));
  const years = page.getByRole('navigation', { name: 'Years' }).getByRole('link');
  expect(await years.allTextContents()).toEqual(['2024', '2023', '2022', '2021', '2020', '2019', '2018']);
  const first = await page.locator('[data-material]').first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(240);

  const tabsBefore = await page.getByRole('tablist').boundingBox();
  await page.getByRole('button', { name: 'Mark as done: Set many-0' }).tap();
  await page.getByRole('button', { name: 'Mark as done: Set many-20' }).tap();
  await page.getByText('2 of 21 done').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await page.getByRole('tablist').boundingBox()).toEqual(tabsBefore);

  await years.filter({ hasText: '2022' }).tap();
  const heading = page.getByRole('heading', { level: 2, name: '2022' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(120);
  const header = await page.getByRole('banner').boundingBox();
  const atTop = Number((await heading.boundingBox())?.y);
  expect(atTop).toBeGreaterThanOrEqual(Number(header?.height) - 2);
  await page.mouse.wheel(0, 60);
  await expect.poll(async () => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(Number((await heading.boundingBox())?.y)).toBeGreaterThanOrEqual(Number(header?.height) - 2);
});

test('the cards of a semester link to each kind, and five fit on a phone', async () => {
  const page = await browser.newPage(phone);
  await openPage(page, server.url + pages.semester('csit', '5'));
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Question Paper | Notes | Revision' });
  const fifth = await cards.nth(4).boundingBox();
  expect(Number(fifth?.y) + Number(fifth?.height)).toBeLessThanOrEqual(844);
  const card = cards.filter({ has: page.getByRole('heading', { name: 'Web Technology' }) });
  const ways = await card
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]));
  expect(ways).toEqual([
    ['View: Web Technology', papers],
    ['Question Paper: Web Technology', papers],
    ['Notes: Web Technology', notes],
    ['Revision Material: Web Technology', pages.revision('csit', '5', 'web-technology')],
  ]);
  await card.getByRole('link', { name: 'Notes: Web Technology' }).tap();
  await page.waitForURL(`**${notes}`);
});

test('nothing moves when the counts arrive after the page', async () => {
  const page = await browser.newPage(desktop);
  await openPage(page, server.url + pages.about());
  const { promise: isMeasured, resolve: letCountsCome } = Promise.withResolvers<void>();
  await page.route('**/v1/materials/counts**', async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.evaluate((address) => history.pushState(null, '', address), notes);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await materialRow(page, 'Notes on the web').waitFor();
  const boxes = () =>
    page
      .locator('[role=tab], aside a > span:first-child, [data-material]')
      .evaluateAll((each) => each.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await boxes();
  letCountsCome();
  await page.getByRole('tab', { name: 'Study Notes' }).getByText('1').waitFor();
  expect(await boxes()).toEqual(before);
});

/** Returns the texts and targets of the links. */
function waysOf(within: ReturnType<Page['locator']>): Promise<[string, string | null][]> {
  return within
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [(link as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim(), link.getAttribute('href')]),
    );
}
