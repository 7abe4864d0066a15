import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { goWithin } from '#test/support/go-within.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn, upload, type UploadForm } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { materialRow } from '#test/support/student.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Behaviour of the shelf's pages and the panel by docs/product.md: what is sent, found and logged. */

let server: TestServer;
let browser: SharedBrowser;

const desktop = { viewport: { width: 1440, height: 900 } };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makePdf([['One page']]), 'one');
  await librarian.publish('book', { ...place, title: 'First', fileId: 'one' });
  await librarian.publish('book', {
    ...place,
    semesterId: '2',
    subject: 'Microprocessor',
    title: 'Second',
    fileId: 'one',
  });
  await librarian.publish('note', { ...place, title: 'A note', fileId: 'one' }, 'note');
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the library shows only the books of the chosen faculty and semester', async () => {
  const page = await open('/books');
  const books = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  await materialRow(page, 'First').waitFor();
  expect(await books.allInnerTexts()).toEqual(['First', 'Second']);
  await page.getByLabel('Faculty').selectOption('csit');
  await materialRow(page, 'Second').waitFor({ state: 'detached' });
  expect(await books.allInnerTexts()).toEqual(['First']);
  await page.getByLabel('Semester').selectOption('2');
  await materialRow(page, 'Second').waitFor();
  expect(await books.allInnerTexts()).toEqual(['Second']);
  await page.getByLabel('Faculty').selectOption('bca');
  await page.getByText('No books found matching your criteria').waitFor();
});

test('a list of any kind that cannot be fetched is logged and shown as the empty list', async () => {
  for (const [address, collection, empty] of [
    ['/faculty/csit/semester/1/subject/c-programming', 'papers', 'No question papers available for C Programming.'],
    ['/faculty/csit/notes/semester/1/subject/c-programming', 'notes', 'No study notes available yet.'],
    ['/faculty/csit/revision/semester/1/subject/c-programming', 'revisions', 'No revision materials available yet.'],
    ['/books', 'books', 'No books found matching your criteria'],
  ] as const) {
    const page = await open('/about');
    await page.route(`**/collections/${collection}/documents*`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.clock.install();
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('not fetched:'));
    await goWithin(page, address);
    const wait = setInterval(() => void page.clock.runFor(1000).catch(() => {}), 100);
    try {
      expect((await logged).type()).toBe('error');
    } finally {
      clearInterval(wait);
    }
    await page.getByText(empty).waitFor();
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: /fail|error/i })
        .count(),
    ).toBe(0);
    await page.close();
  }
});

test('a material created by the panel has the specified fields, and a preview URL with the id of the file', async () => {
  const page = await browser.newPage(desktop);
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/documents'))
      sent.push((request.postDataJSON() as { data: Record<string, unknown> }).data);
  });
  await signIn(page, server.url);
  const form = { faculty: 'BSc CSIT', level: 'Semester 1', subject: 'C Programming' };
  const year = String(new Date().getFullYear() - 1);
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf([[name]]) });
  const forms: UploadForm[] = [
    { ...form, kind: 'Question Papers', title: 'P', year, file: file('p.pdf') },
    { ...form, kind: 'Study Notes', title: 'N', file: file('n.pdf') },
    { ...form, kind: 'Revision Materials', title: 'R', file: file('r.pdf') },
    { ...form, kind: 'Libary-Books', title: 'B', file: file('b.pdf') },
  ];
  for (const each of forms) await upload(page, each);
  const url = expect.stringMatching(/\/v1\/storage\/buckets\/files\/files\/[^/]+\/preview\?project=examshelf$/);
  const common = { ...place, downloadUrl: url };
  expect(sent).toEqual([
    { ...common, title: 'P', year: Number(year) },
    { ...common, title: 'N', year: null },
    { ...common, title: 'R', year: null },
    { ...common, title: 'B', coverImageUrl: null },
  ]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the reader is read-only: nothing on its pages can be written, and highlighting sends nothing',
  async () => {
    const page = await open('/material/note?open=note');
    const dialog = page.getByRole('dialog');
    const line = dialog.getByText('One page');
    await line.waitFor();
    const pages = dialog.getByRole('region', { name: /^Pages of/ });
    expect(await pages.locator('input, textarea, select, [contenteditable=true]').count()).toBe(0);
    const sent: string[] = [];
    // Code may still load, that of tooltips with the first move of the pointer.
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/assets/')) sent.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Highlight mode' }).click();
    await line.dblclick({ position: { x: 10, y: 8 } });
    await dialog.locator('mark').waitFor();
    expect(sent).toEqual([]);
    // Highlights are stored in this browser only.
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      'reader-highlights',
      'reading-opened',
    ]);
  },
);

/** Opens a page and waits until it is interactive. */
async function open(address: string): Promise<Page> {
  const page = await browser.newPage(desktop);
  await openPage(page, server.url + address);
  return page;
}
