import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveAt, pressTool } from '#test/support/reader.ts';
import { desktop, goTo, keepReaderShelf, notes, reader, sizes } from '#test/support/reader-shelf.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** The slider along a long document. */

const shelf = keepReaderShelf();

const slider = (page: Page) => reader(page).getByRole('slider', { name: 'Page' });
const shownPage = (page: Page) => page.getByLabel('Go to page').inputValue();

/** Returns the middle of the thumb when the slider is at a page of the 40. */
async function thumbAt(page: Page, number: number) {
  const box = (await slider(page).boundingBox())!;
  const thumb = 44;
  return {
    x: box.x + box.width / 2,
    y: box.y + thumb / 2 + ((box.height - thumb) * (number - 1)) / 39,
  };
}

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'a long document follows its slider, and one tap goes back to the start, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage(options);
    await shelf.open(page, `${notes}?open=book`);
    await slider(page).waitFor();
    const [from, to] = [await thumbAt(page, 1), await thumbAt(page, 30)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await reader(page).getByText('30 / 40', { exact: true }).waitFor();
    await page.mouse.up();
    await arriveAt(page, 30);
    await expect.poll(() => shownPage(page)).toBe('30');
    await reader(page).getByText('30 / 40', { exact: true }).waitFor({ state: 'hidden' });
    await reader(page).getByRole('button', { name: 'Back to page 1' }).click();
    await expect.poll(() => shownPage(page)).toBe('1');
    // Beside the thumb the page itself is touched.
    const elsewhere = await thumbAt(page, 20);
    expect(
      await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.matches('input[type=range]'), elsewhere),
    ).toBe(false);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the keyboard moves the slider, which has ticks at hits and bookmarks',
  async () => {
    const page = await shelf.newPage(desktop);
    await shelf.open(page, `${notes}?open=book`);
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => shownPage(page)).toBe('40');
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('Page 40 of 40');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shownPage(page)).toBe('39');
    expect(await slider(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await reader(page).getByRole('button', { name: 'Back to page 1' }).waitFor();

    const ticks = (kind: string) => page.locator(`.reader-slider-ticks [data-kind="${kind}"]`).count();
    await goTo(page, 5);
    await pressTool(page, 'Bookmark this page');
    await expect.poll(() => ticks('bookmark')).toBe(1);
    await page.keyboard.press('f');
    await page.getByRole('textbox', { name: 'Find in document' }).fill('Page 20 of');
    await expect.poll(() => ticks('hit')).toBe(1);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a document of three pages has no slider', async () => {
  const page = await shelf.newPage(desktop);
  await shelf.open(page, `${notes}?open=three`);
  await pressTool(page, 'Thumbnails');
  await reader(page).getByRole('tab', { name: 'Pages' }).waitFor();
  expect(await slider(page).count()).toBe(0);
});
