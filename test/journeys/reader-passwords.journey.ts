import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openLibrarian } from '#test/support/library.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const sizes = [
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
];

/** Documents locked in the ways of different programs, with the passwords that a person types. */
const allDocuments = [
  { title: 'Plain letters', cipher: 'aes-256', password: Buffer.from('examshelf'), typed: 'examshelf' },
  { title: 'Letters with marks', cipher: 'aes-256', password: Buffer.from('pässwörd'), typed: 'pässwörd' },
  { title: 'Marks apart', cipher: 'aes-256', password: Buffer.from('pässwörd'), typed: 'pässwörd'.normalize('NFD') },
  { title: 'Devanagari', cipher: 'aes-256', password: Buffer.from('परीक्षा २०८१'), typed: 'परीक्षा २०८१' },
  { title: 'Old, letters with marks', cipher: 'rc4', password: Buffer.from('æøå', 'latin1'), typed: 'æøå' },
  { title: 'Old, marks apart', cipher: 'rc4', password: Buffer.from('ä', 'latin1'), typed: 'a\u0308' },
  { title: 'Old, Devanagari', cipher: 'rc4', password: Buffer.from('परीक्षा'), typed: 'परीक्षा' },
] as const;
const documents = casesOf('documents', allDocuments, ({ title }) => ['Marks apart', 'Old, Devanagari'].includes(title));

async function openShelf() {
  const server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  for (const [index, { title, cipher, password }] of documents.entries()) {
    await librarian.upload(`${index}.pdf`, makeLockedPdf(`Opened: ${title}`, { cipher, password }), `file-${index}`);
    await librarian.publish('note', { ...place, title, fileId: `file-${index}` }, `note-${index}`);
  }
  const notes = `${server.url}${pages.notes('csit', '1', 'c-programming')}`;
  return { notes, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** One for all tests of the file, which only read. */
let shelf: Awaited<ReturnType<typeof openShelf>>;

beforeAll(async () => {
  shelf = await openShelf();
});

afterAll(() => shelf[Symbol.asyncDispose]());

const box = (page: Page) => page.getByRole('dialog').locator('input[type=password]');

async function openLocked(page: Page, title: string) {
  await page.getByRole('link', { name: `Read ${title}`, exact: true }).click();
  await page.getByRole('dialog').getByText('Enter the password to open this PDF file.').waitFor();
}

test.skipIf(isOnlyInSweep('journeys')).each(sizes)(
  'a locked document opens with its password in any script, and Cancel leaves it, on a $name',
  async ({ options }) => {
    await using browser = await shareBrowser();
    const page = await (await browser.newContext(options)).newPage();
    const trouble = watchForTrouble(page);
    await page.goto(shelf.notes);
    const dialog = page.getByRole('dialog');
    for (const { title, typed } of documents) {
      await openLocked(page, title);
      await box(page).fill('गलत ä');
      await page.keyboard.press('Enter');
      await dialog.getByText('Invalid password. Please try again.').waitFor();
      expect([title, await box(page).evaluate((field) => field === document.activeElement)]).toEqual([title, true]);
      await box(page).fill(typed);
      await dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await dialog.getByText(`Opened: ${title}`).waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
    }

    for (const isWrongFirst of [false, true]) {
      await openLocked(page, documents[0]!.title);
      if (isWrongFirst) {
        await box(page).fill('wrong');
        await page.keyboard.press('Enter');
        await dialog.getByText('Invalid password. Please try again.').waitFor();
      }
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(page.url()).toBe(shelf.notes);
    }
    expect(trouble()).toEqual([]);
  },
);
