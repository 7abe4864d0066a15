import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { makePdf } from '#test/support/documents.ts';
import { tabTo } from '#test/support/keyboard.ts';
import { signIn } from '#test/support/panel.ts';
import { desktop, keepReaderShelf, papers, phone, place } from '#test/support/reader-shelf.ts';

/** A paper whose pages were published one by one, in the wrong order, and a web page. */

const shelf = keepReaderShelf(async (librarian) => {
  const scans: [string, string[][]][] = [
    ['page 10', [['The last page']]],
    ['page 2', [['The second page'], ['Its back']]],
    ['page 1', [['The first page']]],
  ];
  for (const [id, pages] of scans) {
    const key = id.replace(' ', '-');
    await librarian.upload(`${key}.pdf`, makePdf(pages), `${key}-file`);
    await librarian.publish('paper', { ...place, title: `Scan, ${id}`, year: 2023, fileId: `${key}-file` }, key);
  }
  await librarian.upload('web.html', Buffer.from('<!doctype html><p>Answer all questions.</p>'), 'web-file');
  await librarian.publish('paper', { ...place, title: 'A web page', year: 2023, fileId: 'web-file' }, 'web');
});

async function openManage(page: Page): Promise<void> {
  await signIn(page, shelf.url());
  // On a phone, it covers buttons.
  await page.getByText('Welcome Administrator').waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByLabel('Select Scan, page 10').waitFor();
}

/** Returns the titles of the papers on a visitor's page, in order. */
const titlesOn = (page: Page) => page.getByRole('heading', { name: /^Scan/ }).allInnerTexts();

test('papers of a page each are joined in the order of their titles, everywhere at once, and one undo separates them', async () => {
  const visitor = await shelf.newPage({ ...desktop });
  await visitor.goto(shelf.url() + papers);
  await expect.poll(async () => (await titlesOn(visitor)).length).toBe(3);

  const page = await shelf.newPage({ ...desktop, reducedMotion: 'reduce' });
  await openManage(page);
  await page.getByLabel('Select Scan, page 10').check();
  const join = page.getByRole('button', { name: 'Join…' });
  expect(await join.count()).toBe(0);
  for (const number of [1, 2]) await page.getByLabel(`Select Scan, page ${number}`, { exact: true }).check();
  await join.click();
  const dialog = page.getByRole('dialog', { name: 'Join' });
  const files = dialog.getByRole('list', { name: 'Joined files' }).getByRole('listitem');
  await expect
    .poll(() => files.allInnerTexts())
    .toEqual([
      'File 1: “Scan, page 1” (1 page) stays, with the pages of all files.',
      'File 2: “Scan, page 2” (2 pages) moves to the trash.',
      'File 3: “Scan, page 10” (1 page) moves to the trash.',
    ]);
  await dialog.getByText('Will be applied: 2 papers joined.').waitFor();
  await dialog.getByLabel('File 2, page 2').check();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('Will be applied: 2 papers joined, 1 page removed.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('“Scan, page 1” has its new pages, and 2 materials were moved to the trash.').waitFor();
  await expect.poll(() => titlesOn(visitor)).toEqual(['Scan, page 1']);
  expect(await visitor.getByText('3 pages').count()).toBe(1);

  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('“Scan, page 1” has its former file again. The joined materials are back.').waitFor();
  await expect.poll(async () => (await titlesOn(visitor)).length).toBe(3);
  // Not the button of the toast.
  await dialog.getByText('Close', { exact: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel('Clear the selection').count()).toBe(0);
});

test('on a phone and with the keyboard alone, papers are joined, and one that has no pages is named', async () => {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await openManage(page);
  for (const number of [1, 2]) {
    await tabTo(page, page.getByLabel(`Select Scan, page ${number}`, { exact: true }));
    await page.keyboard.press('Space');
  }
  await tabTo(page, page.getByRole('button', { name: 'Join…' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Join' });
  await dialog.getByText('Will be applied: 1 paper joined.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findCrampedText(page)).toEqual([]);
  // Nothing was changed, so nothing is asked.
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await tabTo(page, page.getByLabel('Select A web page'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Join…' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('“A web page” can’t be joined, because it isn’t a PDF with readable pages.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('3 selected').count()).toBe(1);
});
