import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { makePortfolio } from '#test/support/portfolio.ts';
import { keepBook } from '#test/support/reader-book.ts';
import { phone, place, reader } from '#test/support/reader-shelf.ts';

/** Files inside a PDF, such as the papers of a portfolio. */

const papers = ['one', 'two'].map((name) => ({ name: `Paper ${name}.pdf`, bytes: makePdf([[name]]) }));
const openBook = keepBook(async (librarian) => {
  await librarian.upload('portfolio.pdf', makePortfolio(papers), 'portfolio-file');
  await librarian.publish('note', { ...place, title: 'Portfolio', fileId: 'portfolio-file' }, 'portfolio');
});

test('the reader lists the files inside a PDF, which can be saved, and hides them', async () => {
  await using book = await openBook(phone, 1, 'portfolio');
  const { page } = book;
  const offer = page.getByRole('region', { name: 'Files inside this PDF' });
  const button = offer.getByRole('button', { name: '2 files inside this PDF' });
  await button.waitFor();
  expect(await offer.getByRole('listitem').count()).toBe(0);
  await button.click();
  expect(await offer.getByRole('listitem').allInnerTexts()).toEqual(['Paper one.pdf', 'Paper two.pdf']);
  expect(await findAxeViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    offer.getByRole('button', { name: 'Download Paper two.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Paper two.pdf');
  expect((await readFile(await download.path())).equals(papers[1]!.bytes)).toBe(true);
  await offer.getByRole('button', { name: 'Hide files' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Pages of Portfolio' }).and(page.locator(':focus')).waitFor();
  expect(book.trouble()).toEqual([]);
});

test('a PDF without files has no such list', async () => {
  await using book = await openBook(phone, 1);
  const { page } = book;
  // Read in the background, after which a thumbnail is drawn.
  await page.keyboard.press('t');
  await reader(page).getByRole('tabpanel').locator('canvas').first().waitFor();
  expect(await page.getByRole('region', { name: 'Files inside this PDF' }).count()).toBe(0);
});
