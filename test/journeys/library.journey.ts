import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isFirefox, shareBrowser } from '#test/support/shared-browser.ts';
import { makeBook, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { digest, openLibrarian } from '#test/support/library.ts';
import { signIn, upload, type UploadForm } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { download, goToSubject, goToTab, materialRow, read } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const sizes = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
];

const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#7b2d3a' } })
  .png()
  .toBuffer();
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const place = { faculty: 'BSc CSIT', term: 'Semester 1', subject: 'C Programming' };
const form = { faculty: place.faculty, level: place.term, subject: place.subject };
const year = String(new Date().getFullYear() - 1);

const files = {
  paper: makePdf([['Attempt any two questions', 'What is a pointer?'], ['The second page of the paper']]),
  html: makeHtmlPaper('Theory paper as a web page'),
  note: makeBook('notes on recursion', 12),
  revision: makePdf([['Remember: arrays begin at zero']]),
  book: makeBook('book of programs', 40),
};

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'from upload to withdrawal, at the size of a $name',
  async ({ viewport }) => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const office = await browser.newContext({ viewport });
    const desk = await office.newPage();
    const trouble = watchForTrouble(desk);

    await signIn(desk, server.url);
    await uploadAll(desk);

    const street = await browser.newContext({ viewport, acceptDownloads: true });
    const phone = await street.newPage();
    const streetTrouble = watchForTrouble(phone, isFirefox ? [/blocked an inline script/] : []);
    await readAll(phone, server.url);
    expect(await street.cookies()).toEqual([]);

    await desk.getByRole('tab', { name: 'Manage Content' }).click();
    const row = desk.getByRole('row').filter({ hasText: 'Pointers paper' });
    await row.getByRole('button', { name: 'Edit Pointers paper' }).click();
    const editor = desk.getByRole('dialog');
    // On a screen shorter than the form, the form begins at the top.
    await desk.setViewportSize({ ...viewport, height: 480 });
    await expect
      .poll(async () => (await editor.getByRole('button', { name: 'Close' }).first().boundingBox())?.y)
      .toBeGreaterThan(0);
    await desk.setViewportSize(viewport);
    await editor.getByLabel('Title').fill('');
    await editor.getByRole('button', { name: /^Save/ }).click();
    // A message can be used while a dialog is open.
    const missing = desk.getByRole('alert').filter({ hasText: 'Missing information' });
    await missing.getByRole('button', { name: 'close' }).click();
    await missing.waitFor({ state: 'detached' });
    await editor.getByLabel('Title').fill('Pointers paper, corrected');
    await editor.getByRole('button', { name: /^Save/ }).click();
    await desk.getByText('Question Paper updated').first().waitFor();
    await goToSubject(phone, server.url, place);
    await materialRow(phone, 'Pointers paper, corrected').waitFor();

    const remove = async () => {
      await desk.getByRole('button', { name: 'Delete Pointers paper, corrected' }).click();
      // On a phone the latest message hides the earlier ones, which may have the same text.
      const message = desk.getByText('The Question Paper has been deleted successfully');
      await message.filter({ visible: true }).first().waitFor();
      await desk.getByRole('button', { name: 'Delete Pointers paper, corrected' }).waitFor({ state: 'detached' });
    };
    await remove();
    await desk.getByRole('button', { name: 'Undo' }).first().click();
    await desk.getByRole('button', { name: 'Delete Pointers paper, corrected' }).waitFor();
    await remove();
    await desk.getByRole('button', { name: 'Trash', exact: true }).click();
    await desk.getByRole('button', { name: 'Restore Pointers paper, corrected' }).click();
    await desk.getByText('The trash is empty.').waitFor();
    await desk.getByRole('button', { name: 'Trash', exact: true }).click();
    await remove();

    await goToSubject(phone, server.url, place);
    await materialRow(phone, 'Theory paper').waitFor();
    expect(await materialRow(phone, 'Pointers paper, corrected').count()).toBe(0);

    await desk.getByRole('button', { name: 'Logout' }).click();
    await desk.waitForURL(/\/login$/);
    expect((await office.cookies()).filter((cookie) => cookie.name.startsWith('a_session'))).toEqual([]);
    expect([...trouble(), ...streetTrouble()]).toEqual([]);
  },
);

async function uploadAll(desk: Page): Promise<void> {
  const uploads: UploadForm[] = [
    { ...form, kind: 'Question Papers', year, title: 'Pointers paper', file: pdf('pointers.pdf', files.paper) },
    {
      ...form,
      kind: 'Question Papers',
      year,
      title: 'Theory paper',
      file: { name: 'theory.html', mimeType: 'text/html', buffer: files.html },
    },
    { ...form, kind: 'Study Notes', file: pdf('Notes on recursion.pdf', files.note) },
    { ...form, kind: 'Revision Materials', title: 'One page to remember', file: pdf('sheet.pdf', files.revision) },
    {
      ...form,
      kind: 'Libary-Books',
      title: 'A book of programs',
      file: pdf('book.pdf', files.book),
      image: { name: 'cover.png', mimeType: 'image/png', buffer: cover },
    },
  ];
  for (const each of uploads) await upload(desk, each);
}

/** Opens each material like a student, reads a known page of it and downloads it whole. */
async function readAll(page: Page, url: string): Promise<void> {
  await goToSubject(page, url, place);
  await page.getByRole('heading', { name: year, exact: true }).waitFor();
  let row = materialRow(page, 'Pointers paper');
  const reader = await read(page, row);
  await reader.getByText('What is a pointer?').waitFor();
  await reader.getByRole('button', { name: 'Close' }).click();
  expect(await download(page, row)).toEqual({ digest: digest(files.paper), name: 'Pointers paper.pdf' });

  row = materialRow(page, 'Theory paper');
  await row.getByRole('link', { name: /^View / }).click();
  const frame = page.getByRole('dialog').frameLocator('iframe');
  await frame.getByText('State and prove the pumping lemma.').waitFor();
  // In a browser in which a paper could connect, a click starts its scripts (app/features/html-viewer/paper-scripts.ts).
  if (isFirefox) await page.getByRole('button', { name: 'Run its scripts' }).click();
  await frame.getByText('Written by the paper itself').waitFor();
  await page.keyboard.press('Escape');
  expect((await download(page, row)).digest).toBe(digest(files.html));

  await goToTab(page, 'Study Notes');
  row = materialRow(page, 'Notes on recursion');
  const notes = await read(page, row);
  await notes.getByText('Page 1 of the notes on recursion').waitFor();
  await notes.getByLabel('Go to page').fill('9');
  await page.keyboard.press('Enter');
  await notes.getByText('Page 9 of the notes on recursion').waitFor();
  await notes.getByRole('button', { name: 'Close' }).click();
  expect((await download(page, row)).digest).toBe(digest(files.note));

  await goToTab(page, 'Revision Materials');
  await page.getByRole('heading', { name: 'Last-Minute Revision Materials' }).waitFor();
  row = materialRow(page, 'One page to remember');
  const sheet = await read(page, row);
  await sheet.getByText('Remember: arrays begin at zero').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect((await download(page, row)).digest).toBe(digest(files.revision));

  await page.goto(`${url}/books`);
  await page.getByRole('searchbox').fill('PROGRAMS');
  row = materialRow(page, 'A book of programs');
  await row.waitFor();
  expect(await row.locator('[data-fallback-cover]').count()).toBe(0);
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100))
    .toBe(true);
  const book = await read(page, row);
  await book.getByText('Page 1 of the book of programs').waitFor();
  await book.getByRole('button', { name: 'Close' }).click();
  expect((await download(page, row)).digest).toBe(digest(files.book));
}

test.skipIf(isOnlyInSweep('journeys'))('under another name of the same machine everything works as well', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  const trouble = watchForTrouble(page);
  const url = server.url.replace('127.0.0.1', 'localhost');
  await signIn(page, url);
  await upload(page, { ...form, kind: 'Study Notes', title: 'Notes', file: pdf('notes.pdf', files.note) });
  await goToSubject(page, url, place);
  await goToTab(page, 'Study Notes');
  const reader = await read(page, materialRow(page, 'Notes'));
  await reader.getByText('Page 1 of the notes on recursion').waitFor();
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a cover that the server is too busy to send is drawn, retried in the background, and shown once it arrives',
  async () => {
    await using server = await openTestServer({ withPages: true });
    const librarian = await openLibrarian(server.url);
    await librarian.upload('book.pdf', files.book, 'book');
    const at = { facultyId: 'csit', semesterId: '1', subject: place.subject };
    await librarian.publish('book', { ...at, title: 'A book of programs', fileId: 'book' }, 'book');
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    await page.clock.install();
    let asked = 0;
    let isBusy = true;
    await page.route('**/files/book/preview*', async (route) => {
      asked += 1;
      await (isBusy ? route.fulfill({ status: 503, headers: { 'retry-after': '5' } }) : route.continue());
    });
    await page.goto(`${server.url}/books`);
    const row = materialRow(page, 'A book of programs');
    const drawn = row.locator('[data-fallback-cover]');
    await drawn.waitFor();
    expect(asked).toBe(1);
    await page.clock.runFor(7000);
    await expect.poll(() => asked).toBe(2);
    expect(await drawn.count()).toBe(1);
    isBusy = false;
    // The second failure is logged first; then the timer of the third try runs.
    await expect
      .poll(async () => {
        await page.clock.runFor(7000);
        return row.locator('img').count();
      })
      .toBe(1);
    expect(await drawn.count()).toBe(0);
  },
);
