import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeBook, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { sendUpload, signIn } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { materialRow, termButton } from '#test/support/student.ts';

/** Promises of docs/product.md for the shelf's pages and the panel: words, order, columns. */

let server: TestServer;
let browser: SharedBrowser;

const desktop = { viewport: { width: 1440, height: 900 } };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const term = '/faculty/csit/semester/1';
const subject = `${term}/subject/c-programming`;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser({ isMoving: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makePdf([['One page']]), 'one');
  for (const [title, year] of [
    ['Older paper', 2021],
    ['Newer paper', 2024],
    ['Middle paper', 2022],
  ] as const) {
    await librarian.publish('paper', { ...place, title, year, fileId: 'one' });
  }
  await librarian.upload('long.pdf', makeBook('long notes', 20), 'long');
  await librarian.publish('note', { ...place, subject: 'Digital Logic', title: 'Long', fileId: 'long' }, 'long');
  await librarian.upload('web.html', makeHtmlPaper('A paper'), 'web');
  await librarian.publish('paper', {
    ...place,
    subject: 'Digital Logic',
    title: 'Web paper',
    year: 2024,
    fileId: 'web',
  });
  await librarian.publish('note', { ...place, title: 'First note', fileId: 'one' });
  await librarian.publish('note', { ...place, title: 'Second note', fileId: 'one' });
  await librarian.publish('revision', { ...place, title: 'One sheet', fileId: 'one' });
  await librarian.publish('book', { ...place, title: 'A Book of Pointers', fileId: 'one' });
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the semester page has a card for each subject, leading to its question papers', async () => {
  const page = await open(term);
  await page.getByRole('heading', { level: 1, name: 'BSc CSIT · Semester 1', exact: true }).waitFor();
  await page.getByText('Select a subject to view Resources').waitFor();
  const terms = page.getByRole('navigation', { name: 'Terms of BSc CSIT' }).getByRole('link');
  expect(await terms.count()).toBe(8);
  const fifth = page.getByRole('link', { name: 'Semester 5', exact: true });
  expect(await fifth.getAttribute('href')).toBe('/faculty/csit/semester/5');
  expect(await terms.first().getAttribute('aria-current')).toBe('page');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Question Paper | Notes | Revision Material' });
  expect(await cards.count()).toBeGreaterThan(4);
  const card = cards.filter({ has: page.getByRole('heading', { name: 'C Programming' }) });
  expect(await card.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(subject);
  expect(await card.innerText()).toContain('3\u00a0papers · 2\u00a0notes · 1\u00a0for\u00a0revision · 1\u00a0book');
});

test('the side menu names the faculty, opens one semester at a time, keeps the kind and marks the subject', async () => {
  const page = await open('/faculty/csit/notes/semester/1/subject/c-programming');
  const menu = page.getByRole('complementary');
  await menu.getByText('BSc CSIT Faculty').filter({ visible: true }).waitFor();
  const open1 = termButton(page, 'Semester 1');
  expect(await open1.getAttribute('aria-expanded')).toBe('true');
  const current = menu.getByRole('link', { name: 'C Programming' });
  expect(await current.getAttribute('aria-current')).toBe('page');
  expect(await menu.getByRole('link', { name: 'Digital Logic' }).getAttribute('href')).toBe(
    '/faculty/csit/notes/semester/1/subject/digital-logic',
  );
  for (const [kind, way] of [
    ['', subject],
    ['/revision', subject.replace('/semester', '/revision/semester')],
  ] as const) {
    const other = await open(way);
    const link = other.getByRole('complementary').getByRole('link', { name: 'Digital Logic' });
    expect(await link.getAttribute('href')).toBe(`/faculty/csit${kind}/semester/1/subject/digital-logic`);
  }
  await termButton(page, 'Semester 3').click();
  expect(await menu.getByRole('button', { expanded: true }).allInnerTexts()).toEqual(['Semester 3\nnone']);
  await page.goto(`${server.url}/books`);
  expect(await page.getByRole('complementary').count()).toBe(0);
});

test('question papers are grouped by year, newest first, below breadcrumb, heading and three tabs', async () => {
  const page = await open(subject);
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await way.getByRole('listitem').allInnerTexts()).toEqual(['Home', 'BSc CSIT', 'Semester 1', 'C Programming']);
  expect(await hrefs(way)).toEqual(['/', '/faculty/csit', term]);
  expect(await way.locator('[aria-current]').allInnerTexts()).toEqual(['C Programming']);
  await page.getByRole('heading', { level: 1, name: 'C Programming' }).waitFor();
  await page.getByText('BSc CSIT Faculty, Semester 1', { exact: true }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'Question Papers 3 question papers',
    'Study Notes 2 study notes',
    'Revision Materials 1 revision material',
  ]);
  const panel = page.getByRole('tabpanel');
  expect(await panel.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['2024', '2022', '2021']);
  expect(await panel.getByRole('link', { name: /^View / }).count()).toBe(3);
  await page.getByRole('tab', { selected: true, name: 'Question Papers' }).waitFor();
  const hidden = page.locator('[role=tabpanel][hidden]');
  expect(await hidden.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    subject.replace('/semester', '/notes/semester'),
    subject.replace('/semester', '/revision/semester'),
  ]);
  const hints = await hidden.allTextContents();
  expect(hints).toEqual(['Please go to Study Notes Page', 'Please go to Revision Materials Page']);
});

test('study notes are sorted newest first with the month of their upload, a Read button and a Download link', async () => {
  const page = await open('/faculty/csit/notes/semester/1/subject/c-programming');
  const way = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  expect(await way.allInnerTexts()).toEqual(['Home', 'BSc CSIT', 'Semester 1', 'Notes', 'C Programming']);
  const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
  expect(await titles.allInnerTexts()).toEqual(['Second note', 'First note']);
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'Asia/Kathmandu' }).format();
  const row = materialRow(page, 'First note');
  await row.getByText(`Uploaded: ${month}`).waitFor();
  await row.getByRole('link', { name: /^Read / }).waitFor();
  await row.getByRole('link', { name: /^Download/ }).waitFor();
});

test('revision without a subject is a grid of subjects, and with one a list of last-minute materials', async () => {
  const page = await open('/faculty/csit/revision/semester/1');
  const cards = page.getByRole('main').getByRole('link', { name: 'View Revision Materials' });
  expect(await cards.count()).toBeGreaterThan(4);
  expect(await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toContain(
    '/faculty/csit/revision/semester/1/subject/c-programming',
  );
  await page.goto(`${server.url}/faculty/csit/revision/semester/1/subject/c-programming`);
  await page.getByRole('heading', { name: 'Last-Minute Revision Materials' }).waitFor();
  const row = materialRow(page, 'One sheet');
  await row.getByText(/^Uploaded: .*\d{4}/).waitFor();
  await row.getByRole('link', { name: /^Read / }).waitFor();
  await row.getByRole('link', { name: /^Download/ }).waitFor();
  await page.goto(`${server.url}/faculty/csit/revision/semester/1/subject/digital-logic`);
  await page.getByText('No revision materials available yet.').waitFor();
});

test('the library has its title, filters and cards, draws missing covers and hides its favourites', async () => {
  const page = await browser.newPage(desktop);
  await page.route(/\/preview\?/, (route) => route.fulfill({ status: 404, body: '' }));
  await openPage(page, `${server.url}/books`);
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await page.getByText('Browse and read books from our digital library').waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All Books']);
  const options = (label: string) => page.getByLabel(label).locator('option').allInnerTexts();
  const faculties = await options('Faculty');
  expect([faculties.length, faculties[0]]).toEqual([16, 'All Faculties']);
  // The list says that it has no effect without a faculty.
  const eight = Array.from({ length: 8 }, (_, index) => `Semester ${index + 1}`);
  expect(await options('Semester')).toEqual(['All Semesters', ...eight]);
  const card = materialRow(page, 'A Book of Pointers');
  await card.getByText('C Programming').waitFor();
  await card.getByRole('link', { name: /^Read / }).waitFor();
  await card.locator('[data-fallback-cover]').waitFor();
  // Without a faculty the semester has no effect; the search matches a part of the title in any case.
  await openPage(page, `${server.url}/books?semester=5`);
  await page.getByPlaceholder('Search books...').fill('K OF POINT');
  await page.waitForURL((url) => url.searchParams.get('q') === 'K OF POINT');
  await card.waitFor();
  await page.goto(`${server.url}/books?tab=favorites`);
  await page.getByText('No favorite books yet').waitFor();
});

test('login and panel have the specified words, fields that wait for others, ten years and a table for each kind', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${server.url}/login`);
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  await page.getByText('Enter your credentials to access the admin panel').waitFor();
  const email = page.getByLabel('Email');
  expect(await email.evaluate((field: HTMLInputElement) => [field.type, field.required])).toEqual(['email', true]);
  expect(await email.getAttribute('placeholder')).toMatch(/@/);
  expect(await page.getByLabel('Password').evaluate((field: HTMLInputElement) => field.required)).toBe(true);
  await page.route('**/account/sessions/email', async (route) => {
    await page.getByRole('button', { name: 'Logging in...' }).waitFor();
    await route.continue();
  });
  await signIn(page, server.url);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  const specifiedTabs = page.getByRole('tab', { name: /^(?:Upload|Manage) Content$/ });
  expect(await specifiedTabs.allInnerTexts()).toEqual(['Upload Content', 'Manage Content']);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Upload Content');
  const kinds = page.getByRole('group', { name: 'Content type' }).getByRole('button');
  expect(await kinds.allInnerTexts()).toEqual(['Question Papers', 'Study Notes', 'Revision Materials', 'Libary-Books']);
  const disabled = async () => [
    await page.getByLabel('Level').isDisabled(),
    await page.getByLabel('Subject').isDisabled(),
  ];
  const placeholder = () => page.getByLabel('Level').locator('option').first().innerText();
  expect([await disabled(), await placeholder()]).toEqual([[true, true], 'Level']);
  await page.getByLabel('Faculty').selectOption({ label: 'LLB' });
  await expect.poll(async () => [await disabled(), await placeholder()]).toEqual([[false, true], 'Year']);
  await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
  await expect.poll(placeholder).toBe('Semester');
  const choices = (label: string) => page.getByLabel(label).locator('option:not([value=""])').allInnerTexts();
  await expect.poll(() => choices('Level')).toEqual(Array.from({ length: 8 }, (_, index) => `Semester ${index + 1}`));
  await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
  await expect.poll(() => choices('Subject')).toEqual(expect.arrayContaining(['C Programming', 'Digital Logic']));
  await expect.poll(disabled).toEqual([false, false]);
  const years = await page.getByLabel('Year').locator('option:not([value=""])').allInnerTexts();
  const thisYear = new Date().getFullYear();
  const inBothCalendars = (year: number) => `${year} · ${year + 56}/${String(year + 57).slice(-2)} BS`;
  expect(years).toEqual([
    ...Array.from({ length: 10 }, (_, index) => inBothCalendars(thisYear - index)),
    'Another year…',
  ]);
  // The option with an empty value is the placeholder, which cannot be chosen.
  const empty = page.locator('select option[value=""]');
  expect(await empty.evaluateAll((each) => each.every((option) => option.matches(':disabled[hidden]')))).toBe(true);
  const file = { name: 'Sheet of formulas.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024, '%') };
  await page.getByLabel('File (PDF)').setInputFiles(file);
  await page.getByText('5 KB', { exact: true }).waitFor();
  await page.getByText('Sheet of formulas.pdf', { exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Sheet of formulas');
  for (const [kind, label] of [
    ['Study Notes', 'Upload Study Note'],
    ['Revision Materials', 'Upload Revision Material'],
    ['Libary-Books', 'Upload Book'],
  ] as const) {
    await kinds.filter({ hasText: kind }).click();
    await page.getByRole('button', { name: label }).waitFor();
    expect(await page.getByLabel('Year').count()).toBe(0);
    expect(await page.getByLabel('Image').count()).toBe(kind === 'Libary-Books' ? 1 : 0);
  }

  await page.getByRole('tab', { name: 'Manage Content' }).click();
  const columns = () => page.getByRole('columnheader').allInnerTexts();
  await page.getByRole('table', { name: 'Question Papers' }).waitFor();
  expect(await columns()).toEqual(['Title', 'Faculty', 'Semester', 'Subject', 'Year', 'Uploaded', 'Actions']);
  const title = page.getByRole('table').getByRole('link', { name: 'Older paper' });
  expect([await title.getAttribute('target'), await title.getAttribute('href')]).toEqual([
    '_blank',
    expect.stringContaining('/files/one/preview'),
  ]);
  const cells = page.getByRole('row').filter({ hasText: 'Older paper' }).getByRole('cell');
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kathmandu' }).format();
  expect((await cells.allInnerTexts()).slice(0, 6).map((text) => text.split('\n').at(-1))).toEqual([
    'Older paper',
    'BSc CSIT',
    'Semester 1',
    'C Programming',
    '2021',
    day,
  ]);
  const manageKinds = page.getByRole('group', { name: 'Content type to manage' }).getByRole('button');
  expect((await manageKinds.allInnerTexts()).slice(0, 3)).toEqual([
    'Question Papers',
    'Study Notes',
    'Revision Materials',
  ]);
  await page.getByRole('button', { name: 'Delete Older paper' }).waitFor();
  await page.getByRole('group', { name: 'Content type to manage' }).getByText('Study Notes').click();
  await page.getByRole('table', { name: 'Study Notes' }).waitFor();
  expect(await columns()).toEqual(['Title', 'Faculty', 'Semester', 'Subject', 'Uploaded', 'Actions']);
});

test('a running upload shows that it is running', async () => {
  const page = await browser.newPage(desktop);
  await signIn(page, server.url);
  await page.route('**/storage/buckets/files/files', async (route) => {
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    await route.continue();
  });
  await sendUpload(page, {
    kind: 'Revision Materials',
    faculty: 'LLB',
    level: 'Year 1',
    subject: await firstSubject(),
    title: 'A slow sheet',
    file: { name: 'slow.pdf', mimeType: 'application/pdf', buffer: makePdf([['slow']]) },
  });
  const toast = page.getByRole('status').filter({ hasText: 'Upload successful' });
  await toast.getByText('"A slow sheet" has been uploaded successfully').waitFor();
  await page.getByRole('button', { name: 'Upload Revision Material' }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
});

test('a paper whose preview cannot be fetched is logged, and trying again shows the preview', async () => {
  const page = await browser.newPage(desktop);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.clock.install();
  await openPage(page, `${server.url}${term}/subject/digital-logic`);
  await page.route('**/files/web/preview**', (route) => route.fulfill({ status: 403, body: '' }));
  await page.getByRole('link', { name: 'View Web paper' }).click();
  const dialog = page.getByRole('dialog');
  const tryAgain = dialog.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return tryAgain.count();
    })
    .toBe(1);
  expect(said.filter((line) => line.startsWith('the paper could not be fetched'))).toHaveLength(1);
  await page.unroute('**/files/web/preview**');
  await tryAgain.click();
  await dialog.frameLocator('iframe').getByText('State and prove the pumping lemma.').waitFor();
});

test('the faculty page names its programme and lists every term', async () => {
  const page = await open('/faculty/csit');
  await page.getByRole('heading', { level: 1, name: 'BSc CSIT' }).waitFor();
  const terms = page.getByRole('main').getByRole('heading', { name: /^Semester \d$/ });
  expect(await terms.count()).toBe(8);
  expect(await page.getByRole('main').locator(`a[href="${subject}"]`).count()).toBeGreaterThan(0);
});

test('going to a page scrolls smoothly, and immediately with reduced motion', async () => {
  const page = await browser.newPage(desktop);
  await page.addInitScript(() => {
    const scrollTo = Element.prototype.scrollTo;
    Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
      if (typeof options === 'object') document.documentElement.dataset['scrolled'] = options.behavior ?? '';
      Reflect.apply(scrollTo, this, [options]);
    };
  });
  await page.goto(`${server.url}/material/long?open=long`);
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  for (const [reducedMotion, behavior, number] of [
    ['no-preference', 'smooth', '9'],
    ['reduce', 'auto', '15'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.getByLabel('Go to page').fill(number);
    await page.keyboard.press('Enter');
    await page.locator(`[data-page-number="${number}"][data-state="painted"]`).waitFor();
    expect(await page.locator('html').getAttribute('data-scrolled')).toBe(behavior);
  }
});

async function firstSubject(): Promise<string> {
  const response = await fetch(`${server.url}/v1/catalogue/faculties/llb`);
  const faculty = (await response.json()) as { terms: { subjects: { name: string }[] }[] };
  return faculty.terms[0]?.subjects[0]?.name ?? '';
}

async function open(address: string): Promise<Page> {
  const page = await browser.newPage(desktop);
  await openPage(page, server.url + address);
  return page;
}

function hrefs(within: ReturnType<Page['locator']>): Promise<(string | null)[]> {
  return within.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}
