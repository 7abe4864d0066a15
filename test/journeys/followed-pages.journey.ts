import { expect, test } from 'vitest';
import { panelApi } from '#contract/panel-addresses.ts';
import { openLibrarian } from '#test/support/library.ts';
import { pressTool } from '#test/support/reader.ts';
import { desktop, goTo, highlight, keepReaderShelf, notes, painted, reader } from '#test/support/reader-shelf.ts';

const shelf = keepReaderShelf();

/** Gives the note of three pages a file with these pages of its current one. */
async function arrange(fileId: string, from: string, pages: readonly number[]): Promise<void> {
  const librarian = await openLibrarian(shelf.url());
  const listed = pages.map((page) => ({ fileId: from, page }));
  const composed = await librarian.send('POST', panelApi.compositions(), { fileId, name: 'three.pdf', pages: listed });
  expect(await composed.json()).toEqual({ fileId, state: 'made' });
  const replaced = await librarian.send('POST', panelApi.replacePages('three'), { changeId: fileId, fileId });
  expect(replaced.status).toBe(200);
}

test('after an administrator has moved pages, highlights, bookmarks and the last page are on the same pages', async () => {
  const page = await shelf.newPage(desktop);
  const address = `${notes}?open=three`;
  await shelf.open(page, address);
  await goTo(page, 2);
  await pressTool(page, 'Bookmark this page');
  await reader(page).getByText('Bookmarked', { exact: true }).waitFor();
  await highlight(page, 'Two');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('reader-pages'))).toContain('three-file');

  await arrange('arranged', 'three-file', [3, 1, 2, 1]);
  await shelf.open(page, address);
  await reader(page).getByRole('button', { name: 'Continue at page 3' }).click();
  await painted(page, 3).waitFor();
  await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['Two']);
  await expect
    .poll(() =>
      page.locator('mark').evaluate((mark) => mark.closest('[data-page-number]')?.getAttribute('data-page-number')),
    )
    .toBe('3');
  await pressTool(page, 'Highlights');
  const listed = reader(page).getByRole('region', { name: 'Bookmarked pages' });
  await expect.poll(() => listed.getByRole('listitem').allInnerTexts()).toEqual(['Page 3']);
});
