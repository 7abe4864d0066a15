import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openFingers } from '#test/support/fingers.ts';
import { makePlacedPdf } from '#test/support/placed-text.ts';
import { keepReaderShelf, painted, phone, place } from '#test/support/reader-shelf.ts';
import { zoom } from '#test/support/reader-spots.ts';
import { doubleTap } from '#test/support/double-tap.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Columns of a page, on a phone. */

/** Lines of a column at `x`, 240 points wide. */
const column = (x: number, name: string) =>
  Array.from({ length: 40 }, (_, line) => ({
    text: `${name} ${line + 1} explains how each of these parts works`,
    x,
    y: 70 + line * 17,
    size: 11,
  }));

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload(
    'columns.pdf',
    makePlacedPdf([...column(45, 'left'), ...column(320, 'right')]),
    'columns-file',
  );
  await librarian.publish('note', { ...place, title: 'Three pages in columns', fileId: 'columns-file' }, 'columns');
});

/** Returns the left and the right end of some words in the window. */
const ends = (page: Page, words: string) =>
  page
    .locator('.reader-text')
    .getByText(words)
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });

/** True if the words fill the window from one side to the other. */
async function fills(page: Page, words: string): Promise<boolean> {
  const { left, right } = await ends(page, words);
  return left >= 0 && right <= 390 && right - left > 390 * 0.85;
}

test.skipIf(isOnlyInSweep('journeys'))(
  'a double tap fits the column under the finger to the window, and another one the whole page',
  async () => {
    const page = await shelf.newPage(phone);
    await shelf.open(page, `${pages.material('columns')}?open=columns`);
    await page.locator('.reader-text').getByText('right 12 ').waitFor({ state: 'attached' });
    const fingers = await openFingers(page);
    await doubleTap(page, fingers, { x: 300, y: 330 });
    await expect.poll(() => fills(page, 'right 12 ')).toBe(true);
    expect(Number.parseInt(await zoom(page), 10)).toBeGreaterThanOrEqual(200);
    await doubleTap(page, fingers, { x: 200, y: 330 });
    await expect.poll(() => zoom(page)).toBe('100 %');
    await doubleTap(page, fingers, { x: 90, y: 330 });
    await expect.poll(() => fills(page, 'left 12 ')).toBe(true);
  },
);

test('in a narrow window a search hit opens zoomed to its column', async () => {
  const page = await shelf.newPage(phone);
  const address = `${pages.material('columns')}?${new URLSearchParams({ open: 'columns', find: 'right 31' })}`;
  await page.goto(shelf.url() + address);
  await painted(page, 1).waitFor();
  await page.locator('.reader-hit[data-current]').waitFor();
  await expect.poll(() => fills(page, 'right 31 ')).toBe(true);
  await expect
    .poll(async () => {
      const mark = (await page.locator('.reader-hit[data-current]').first().boundingBox())!;
      return mark.y > 56 && mark.y < 844;
    })
    .toBe(true);
});
