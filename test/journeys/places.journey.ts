import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
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
    ['BCA, Semester 3 1 paper · 1 note', pages.papers('bca', '3', 'web-technology')],
  ]);
});

test('a subject with books only in another programme links to the library', async () => {
  const place = { facultyId: 'bca', semesterId: '4', subject: 'Software Engineering' };
  await librarian.publish('book', { ...place, title: 'Software, a handbook', fileId: 'one' });
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(server.url + pages.papers('csit', '6', 'software-engineering'));
  expect(await waysOf(page.getByRole('tabpanel'))).toEqual([
    ['All subjects of Semester 6', pages.semester('csit', '6')],
    ['BCA, Semester 4 1 book', `${pages.books()}?faculty=bca&semester=4`],
  ]);
});

test('a place that is empty in every programme links to the subjects of its term', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(server.url + pages.revision('csit', '5', 'cryptography'));
  expect(await waysOf(page.getByRole('tabpanel'))).toEqual([
    ['All subjects of Semester 5', pages.semester('csit', '5')],
  ]);
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
    .getByRole('link', { name: `Details of ${title}` })
    .click();
  await page.getByRole('heading', { name: 'No longer available' }).waitFor();
  const wayBack = page.getByRole('main').getByRole('link', { name: 'Study Notes: Web Technology' });
  expect(await wayBack.getAttribute('href')).toBe(notes);

  const answer = await fetch(server.url + pages.material('gone'));
  const html = await answer.text();
  expect([answer.status, html.includes(title), html.includes('gone-file')]).toEqual([410, false, false]);
  await page.goto(server.url + pages.material('gone'));
  await wayBack.waitFor();
  await librarian.send('POST', api.purgeMaterial('gone'));
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
  for (const name of [/^View /, /^Download /]) {
    const control = await row.getByRole('link', { name }).boundingBox();
    expect(control?.height).toBeGreaterThanOrEqual(44);
    expect(control?.width).toBeGreaterThanOrEqual(44);
  }
  // Next to the mark for done papers.
  await page.touchscreen.tap((box?.x ?? 0) + 80, (box?.y ?? 0) + 14);
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByRole('link', { name: 'Details of Board 2024' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Board 2024' }).waitFor();
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
