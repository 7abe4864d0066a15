import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectFocusOn } from '#test/support/keyboard.ts';
import { countPrints, prints } from '#test/support/prints.ts';
import { pressTool } from '#test/support/reader.ts';
import {
  closePanel,
  desktop,
  goTo,
  highlight,
  keepReaderShelf,
  notes,
  phone,
  reader,
} from '#test/support/reader-shelf.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Colours and notes of highlights, and bookmarks of pages. */

const shelf = keepReaderShelf();

const editor = (page: Page) => reader(page).getByRole('region', { name: 'Highlight on page 1' });
/** True for the focused element, which after a click has no ring. */
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const backgroundOf = (page: Page) =>
  page.locator('mark').evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));

test('a tap on a mark offers colours, a note, and removal, which can be undone; another tab follows', async () => {
  const page = await shelf.newPage(phone);
  await shelf.open(page, `${notes}?open=three`);
  const other = await page.context().newPage();
  shelf.watch(other);
  await shelf.open(other, `${notes}?open=three`);
  await highlight(page, 'One');
  const mark = page.locator('mark');
  await mark.tap();
  await expect.poll(() => isFocused(editor(page).getByRole('radio', { name: 'Yellow' }))).toBe(true);
  await editor(page).getByRole('radio', { name: 'Green' }).check();
  await expect.poll(() => backgroundOf(page)).toEqual(['rgba(0, 200, 83, 0.3)']);
  await editor(page).getByLabel('Note').fill('Is asked every year.');
  await editor(page).getByRole('button', { name: 'Close' }).tap();
  await editor(page).waitFor({ state: 'detached' });
  expect(await mark.evaluate((element) => element.dataset['note'])).toBe('');
  await expect.poll(() => backgroundOf(other)).toEqual(['rgba(0, 200, 83, 0.3)']);

  await shelf.open(page, `${notes}?open=three`);
  await mark.tap();
  expect(await editor(page).getByLabel('Note').inputValue()).toBe('Is asked every year.');
  await editor(page).getByRole('button', { name: 'Remove the highlight' }).tap();
  await mark.waitFor({ state: 'detached' });
  await other.locator('mark').waitFor({ state: 'detached' });
  await reader(page).getByRole('button', { name: 'Undo' }).tap();
  await mark.tap();
  expect(await editor(page).getByLabel('Note').inputValue()).toBe('Is asked every year.');
});

test('the keyboard chooses the colour, which the next highlights have, and letters of a note are not shortcuts', async () => {
  const page = await shelf.newPage(desktop);
  await shelf.open(page, `${notes}?open=book`);
  await highlight(page, 'Page 1 of the long book');
  await page.locator('mark').click();
  await expect.poll(() => isFocused(editor(page).getByRole('radio', { name: 'Yellow' }))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectFocusOn(page, editor(page).getByRole('radio', { name: 'Blue' }));
  await editor(page).getByLabel('Note').focus();
  await page.keyboard.type('dnh? no');
  expect(await page.getByLabel('Go to page').inputValue()).toBe('1');
  // Hiding the page saves the note, because a phone may close a hidden page without notice.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await page.evaluate(() => localStorage.getItem('reader-highlights'))).toContain('"note":"dnh? no"');
  // Escape saves the words typed since then.
  await page.keyboard.type(' more');
  await page.keyboard.press('Escape');
  await editor(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('reader-highlights'))).toContain('"note":"dnh? no more"');
  await expectFocusOn(page, reader(page).getByRole('region', { name: /^Pages of/ }));
  await goTo(page, 20);
  await highlight(page, 'Page 20 of the long book');
  expect(await backgroundOf(page)).toEqual(['rgba(41, 121, 255, 0.28)']);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the list has bookmarked pages and notes, to visit, edit, save and print',
  async () => {
    const page = await shelf.newPage({ ...desktop, acceptDownloads: true });
    await countPrints(page);
    await shelf.open(page, `${notes}?open=book`);
    await highlight(page, 'Page 1 of the long book');
    await goTo(page, 20);
    await page.keyboard.press('B');
    await reader(page).getByText('Bookmarked', { exact: true }).waitFor();
    await goTo(page, 3);
    await pressTool(page, 'Bookmark this page');
    await pressTool(page, 'Highlights');
    const bookmarks = reader(page).getByRole('region', { name: 'Bookmarked pages' });
    await expect.poll(() => bookmarks.getByRole('listitem').allInnerTexts()).toEqual(['Page 3', 'Page 20']);

    const edit = reader(page).getByRole('button', { name: 'Colour and note of “Page 1 of the long book”' });
    await edit.click();
    await editor(page).getByLabel('Note').fill('Chapter one.');
    await edit.click();
    await editor(page).waitFor({ state: 'detached' });
    await reader(page).getByText('Chapter one.').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      reader(page).getByRole('button', { name: 'Save as text' }).click(),
    ]);
    expect(await readFile(await saved.path(), 'utf8')).toBe(
      'Long book\n1 highlight\nBookmarked pages: 3, 20\n\nPage 1\n  “Page 1 of the long book”\n    Chapter one.\n',
    );
    await reader(page).getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => prints(page)).toEqual(['window']);
    await page.emulateMedia({ media: 'print' });
    expect((await page.locator('body').innerText()).split(/\n+/)).toEqual([
      'Long book',
      'Bookmarked pages: 3, 20',
      'Page 1',
      'Page 1 of the long book',
      'Chapter one.',
    ]);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('.printed-highlights').count()).toBe(0);

    await bookmarks.getByRole('button', { name: 'Page 20', exact: true }).click();
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('20');
    await bookmarks.getByRole('button', { name: 'Remove the bookmark of page 20' }).click();
    await bookmarks.getByRole('button', { name: 'Remove the bookmark of page 3' }).click();
    await bookmarks.waitFor({ state: 'detached' });
    await closePanel(page);
    expect(await page.evaluate(() => localStorage.getItem('reader-bookmarks'))).toBeNull();
  },
);
