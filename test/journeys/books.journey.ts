import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeBook } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { materialRow } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** Additions of the library to its specified filters: all semesters, links to the search, covers of the right size. */

let server: TestServer;
let browser: SharedBrowser;

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('one.pdf', makeBook('one', 3), 'one');
  const first = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  const second = { facultyId: 'csit', semesterId: '2', subject: 'Discrete Structures' };
  const third = { facultyId: 'csit', semesterId: '3', subject: 'Data Structures and Algorithms' };
  await librarian.publish('book', { ...first, title: 'The Art of Pointers', fileId: 'one' });
  await librarian.publish('book', { ...second, title: 'The Art of Proof', fileId: 'one' });
  await librarian.publish('book', { ...third, title: 'The Art of Trees', fileId: 'one' });
  await librarian.publish('paper', { ...first, title: 'Pointers, a paper', year: 2024, fileId: 'one' });
  await librarian.publish('note', { ...first, title: 'Notes on recursion', fileId: 'one' });
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

test('a faculty has a list of all semesters and of each, and shows how many books the others have', async () => {
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  await openPage(page, `${server.url}/books`);
  const semester = page.getByLabel('Semester');
  const chosen = () => semester.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label);
  // Without a chosen faculty the semester has no effect: the list says so and offers none.
  expect(await chosen()).toBe('All Semesters');
  expect(await semester.locator('option:not(:disabled)').allInnerTexts()).toEqual(['All Semesters']);
  expect(await semester.locator('optgroup').getAttribute('label')).toBe('To filter by semester, choose a faculty');
  await page.getByText('3 books', { exact: true }).waitFor();

  await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
  await page.getByText('1 book', { exact: true }).waitFor();
  expect(await chosen()).toBe('Semester 1');
  const eight = Array.from({ length: 8 }, (_, index) => `Semester ${index + 1}`);
  expect(await semester.locator('option:not(:disabled)').allInnerTexts()).toEqual(['All Semesters', ...eight]);
  const more = page.getByRole('link', { name: '2 more in other semesters' });
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await more.click();
  await page.getByText('3 books', { exact: true }).waitFor();
  expect(await chosen()).toBe('All Semesters');
  expect(new URL(page.url()).search).toBe('?faculty=csit&semester=all');
  expect(await page.getByRole('link', { name: /other semesters/ }).count()).toBe(0);

  await semester.selectOption('5');
  await page.getByText('No books found matching your criteria').waitFor();
  await page.getByRole('link', { name: 'Show 3 books in other semesters' }).click();
  await materialRow(page, 'The Art of Trees').waitFor();
  // Another faculty also has all semesters.
  await page.getByLabel('Faculty').selectOption({ label: 'LLB' });
  await expect.poll(chosen).toBe('All Years');
  expect(trouble()).toEqual([]);
  await page.close();
});

test('books of other semesters are counted with the search terms, in the first response', async () => {
  const html = await (await fetch(`${server.url}/books?faculty=csit&semester=2&q=art%20of%20p`)).text();
  expect(html).toMatch(/href="\/books\?faculty=csit&amp;semester=all&amp;q=art[+]of[+]p"[^>]*>1 more in/);
});

test('below the books a link searches everything for the same words', async () => {
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  await openPage(page, `${server.url}/books`);
  expect(await page.getByRole('link', { name: /^Search everything/ }).count()).toBe(0);
  await page.getByPlaceholder('Search books...').fill('pointers');
  await page.getByRole('link', { name: 'Search everything for “pointers”' }).click();
  await page.waitForURL(`${server.url}/search?q=pointers`);
  await materialRow(page, 'Pointers, a paper').waitFor();
  await materialRow(page, 'The Art of Pointers').waitFor();
  // Any words, in any order, of title and subject.
  await openPage(page, `${server.url}/search?q=recursion+PROGRAMMING`);
  await materialRow(page, 'Notes on recursion').waitFor();
  expect(await materialRow(page, 'The Art of Pointers').count()).toBe(0);
  expect(trouble()).toEqual([]);
  await page.close();
});

test('covers are requested no larger than a phone can show', async () => {
  for (const deviceScaleFactor of [2, 3]) {
    const context = await browser.newContext({ ...phone, deviceScaleFactor });
    const page = await context.newPage();
    const asked = new Set<string | null>();
    page.on('request', (request) => {
      if (request.url().includes('/preview?')) asked.add(new URL(request.url()).searchParams.get('width'));
    });
    await openPage(page, `${server.url}/books`);
    await expect.poll(() => asked.size).toBeGreaterThan(0);
    await settle(page);
    expect([deviceScaleFactor, ...asked]).toEqual([deviceScaleFactor, '320']);
    await context.close();
  }
});
