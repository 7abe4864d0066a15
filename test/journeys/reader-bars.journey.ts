import { expect, test } from 'vitest';
import { openFingers } from '#test/support/fingers.ts';
import { keepBook } from '#test/support/reader-book.ts';
import { desktop, painted, phone } from '#test/support/reader-shelf.ts';
import { arriveAt } from '#test/support/reader.ts';
import { scrollTop } from '#test/support/reader-spots.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The bars of the reader leave the window to the pages. */

const openBook = keepBook();

test.skipIf(isOnlyInSweep('journeys'))(
  'on a phone the bars hide while the visitor reads on and return on demand, and the pages do not move with them',
  async () => {
    await using book = await openBook({ ...phone, reducedMotion: 'reduce' }, 12);
    const { page } = book;
    const fingers = await openFingers(page);
    const bars = async () => {
      const head = (await page.locator('.reader-head').boundingBox())!;
      const tools = (await page.locator('.reader-tools').boundingBox())!;
      const areIn = head.y >= 0 && tools.y + tools.height <= 844;
      const areOut = head.y + head.height <= 0 && tools.y >= 844;
      return areIn ? 'there' : areOut ? 'gone' : 'between';
    };
    const drag = async (pixels: number) => {
      const start = { x: 60, y: pixels < 0 ? 650 : 250 };
      await fingers.down(start);
      await fingers.move([{ x: start.x, y: start.y + pixels }], 10);
      await fingers.up();
    };
    /** Position of page 12 in the strip, which bars must not change. */
    const stand = () =>
      painted(page, 12).evaluate(
        (sheet) => sheet.getBoundingClientRect().y + document.querySelector('.reader-scroller')!.scrollTop,
      );

    expect(await bars()).toBe('there');
    const before = await stand();
    await drag(-200);
    await expect.poll(bars).toBe('gone');
    expect(await stand()).toBeCloseTo(before, 0);
    await drag(60);
    await expect.poll(bars).toBe('there');
    expect(await stand()).toBeCloseTo(before, 0);

    await drag(-200);
    await expect.poll(bars).toBe('gone');
    await fingers.tap({ x: 195, y: 420 });
    await expect.poll(bars).toBe('there');

    // The keyboard reaches them in their places, and they stay while the focus is there.
    await drag(-200);
    await expect.poll(bars).toBe('gone');
    await page.keyboard.press('g');
    await expect.poll(bars).toBe('there');
    const top = await scrollTop(page);
    await drag(-200);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(top + 100);
    expect(await bars()).toBe('there');
    await page.getByLabel('Go to page').fill('40');
    await page.keyboard.press('Enter');
    await arriveAt(page, 40);

    // At the end the last page is completely visible above the bar, at the beginning the first below it.
    await drag(-400);
    await drag(-400);
    await expect.poll(bars).toBe('there');
    const last = (await painted(page, 40).boundingBox())!;
    expect(last.y + last.height).toBeLessThanOrEqual((await page.locator('.reader-tools').boundingBox())!.y);
    await page.keyboard.press('Home');
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect.poll(bars).toBe('there');
    const head = (await page.locator('.reader-head').boundingBox())!;
    await painted(page, 1).waitFor();
    expect((await painted(page, 1).boundingBox())!.y).toBeGreaterThanOrEqual(head.y + head.height);
    // Small type in a field would make a phone zoom the page in on focus.
    const size = await page.getByLabel('Go to page').evaluate((element) => getComputedStyle(element).fontSize);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
    expect(book.trouble()).toEqual([]);
  },
);

test('bars of a wide window stay', async () => {
  await using book = await openBook(desktop, 12);
  const { page } = book;
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 1600);
  await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('13');
  expect((await page.locator('.reader-head').boundingBox())!.y).toBe(0);
});
