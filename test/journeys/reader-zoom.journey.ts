import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makePdf } from '#test/support/documents.ts';
import { openFingers } from '#test/support/fingers.ts';
import { keepBook } from '#test/support/reader-book.ts';
import { desktop, painted, phone, place } from '#test/support/reader-shelf.ts';
import { expectAt, lineOf, scroller, settled, spotAt, zoom, type Point } from '#test/support/reader-spots.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Zooming by wheel and keys, rotating pages and the phone: the position stays. */

const lines = Array.from(
  { length: 640 },
  (_, row) => `Row ${row + 1} of the sheet, with ${row % 7} marks for the answer`,
);
const openBook = keepBook(async (librarian) => {
  await librarian.upload('sheet.pdf', makePdf([lines.slice(0, 34)]), 'sheet-file');
  await librarian.publish('note', { ...place, title: 'Sheet', fileId: 'sheet-file' }, 'sheet');
  await librarian.upload('scroll.pdf', makePdf([lines], { height: 14_400 }), 'scroll-file');
  await librarian.publish('note', { ...place, title: 'Scroll', fileId: 'scroll-file' }, 'scroll');
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a wheel with Ctrl zooms by steps around the pointer, a trackpad freely; keys with Ctrl are the browser’s',
  async () => {
    await using book = await openBook(desktop, 12);
    const { page } = book;
    await page.keyboard.press('w');
    await expect.poll(() => zoom(page)).toBe('110 %');
    const at = { x: 500, y: 400 };
    await page.mouse.move(at.x, at.y);
    const held = await spotAt(page, at);
    const tools = await page.context().newCDPSession(page);
    const turn = (deltaY: number) =>
      tools.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY, modifiers: 2 });
    await turn(-120);
    await expect.poll(() => zoom(page)).toBe('120 %');
    await settled(page);
    await expectAt(page, held, at);
    await pinchTrackpad(page, at, -4, 8);
    await settled(page);
    expect(await zoom(page)).toBe('170 %');
    await expectAt(page, held, at);
    await page.keyboard.press('Control+-');
    await page.keyboard.press('Control+Equal');
    expect(await zoom(page)).toBe('170 %');
    expect(book.trouble()).toEqual([]);
  },
);

/** Sends trackpad events in one task: after a pause on a busy machine the next would be a separate gesture. */
function pinchTrackpad(page: Page, at: Point, deltaY: number, times: number): Promise<void> {
  return scroller(page).evaluate(
    (element, { x, y, deltaY, times }) => {
      const move = { ctrlKey: true, deltaY, clientX: x, clientY: y, bubbles: true, cancelable: true };
      for (let count = 0; count < times; count += 1) element.dispatchEvent(new WheelEvent('wheel', move));
    },
    { ...at, deltaY, times },
  );
}

/**
 * Returns the part of page 1 that is drawn over its picture: true if it covers the visible part of the page, its device
 * pixels for each CSS pixel, and how much its tones (0 to 255) differ from the picture under it and among themselves.
 */
function partOfFrame(page: Page) {
  return page.evaluate(() => {
    const sheet = document.querySelector<HTMLElement>('[data-page-number="1"]')!;
    const part = sheet.querySelector<HTMLCanvasElement>('.reader-part canvas.reader-drawing');
    const whole = sheet.querySelector<HTMLCanvasElement>('.reader-picture canvas.reader-drawing');
    if (!part?.width || !whole?.width) return null;
    const [inner, outer] = [part.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const view = document.querySelector('.reader-scroller')!.getBoundingClientRect();
    const covers =
      inner.left <= Math.max(view.left, outer.left) + 1 &&
      inner.top <= Math.max(view.top, outer.top) + 1 &&
      inner.right >= Math.min(view.right, outer.right) - 1 &&
      inner.bottom >= Math.min(view.bottom, outer.bottom) - 1;
    const [width, height] = [150, 300];
    const tones = (from: HTMLCanvasElement, box: { x: number; y: number; width: number; height: number }) => {
      const small = document.createElement('canvas');
      [small.width, small.height] = [width, height];
      const context = small.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(from, box.x, box.y, box.width, box.height, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data.filter((_, index) => index % 4 === 0);
    };
    const scale = whole.width / outer.width;
    const drawn = tones(part, { x: 0, y: 0, width: part.width, height: part.height });
    const under = tones(whole, {
      x: (inner.left - outer.left) * scale,
      y: (inner.top - outer.top) * scale,
      width: inner.width * scale,
      height: inner.height * scale,
    });
    const mean = (values: Iterable<number>) => {
      const all = [...values];
      return all.reduce((sum, each) => sum + each, 0) / all.length;
    };
    const [middle, far] = [mean(drawn), mean(drawn.map((tone, index) => Math.abs(tone - (under[index] ?? 0))))];
    return {
      covers,
      ratio: part.width / inner.width,
      differs: far,
      contrast: mean(drawn.map((tone) => Math.abs(tone - middle))),
      pixels: [...document.querySelectorAll<HTMLCanvasElement>('.reader-page canvas')].map(
        (canvas) => canvas.width * canvas.height,
      ),
    };
  });
}

/** The picture under it has fewer pixels, so edges differ; another part of the page differs more than this. */
async function expectSharpPart(page: Page, ratio: number): Promise<void> {
  await expect.poll(() => partOfFrame(page)).toMatchObject({ covers: true });
  const part = (await partOfFrame(page))!;
  expect(part.ratio).toBeCloseTo(ratio, 1);
  expect(part.contrast).toBeGreaterThan(5);
  expect(part.differs).toBeLessThan(part.contrast / 2);
  expect(Math.max(...part.pixels)).toBeLessThanOrEqual(8_388_608);
}

const smallPhone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

test('gestures zoom up to 8 with bounded memory, the visible part as sharp as the screen, and keys up to 2', async () => {
  await using book = await openBook(smallPhone, 1, 'sheet');
  const { page } = book;
  await pinchTrackpad(page, { x: 90, y: 300 }, -4, 80);
  await settled(page);
  expect(await zoom(page)).toBe('800 %');
  await expectSharpPart(page, 3);
  // Parts scrolled into view become sharp once scrolling stops.
  await scroller(page).evaluate((element) => element.scrollBy({ left: 150, top: 900, behavior: 'instant' }));
  await expectSharpPart(page, 3);
  await page.keyboard.press('r');
  await page.locator('[data-page-number="1"] .reader-picture:not([data-turned])').first().waitFor();
  await expectSharpPart(page, 3);
  const canvas = await page.locator('.reader-part canvas').elementHandle();
  await page.keyboard.press('-');
  await expect.poll(() => zoom(page)).toBe('200 %');
  await page.locator('.reader-part').waitFor({ state: 'detached' });
  expect(await canvas!.evaluate((element: HTMLCanvasElement) => element.width)).toBe(0);
  await page.keyboard.press('+');
  expect(await zoom(page)).toBe('200 %');
  expect(book.trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a page as long as a scroll is sharp in its visible part, from the start, and dark in a dark reader',
  async () => {
    await using book = await openBook({ ...smallPhone, colorScheme: 'dark' }, 1, 'scroll');
    const { page } = book;
    await expectSharpPart(page, 3);
    const filter = await page.locator('.reader-part canvas').evaluate((element) => getComputedStyle(element).filter);
    expect(filter).toBe('invert(0.93) hue-rotate(180deg)');
    expect(book.trouble()).toEqual([]);
  },
);

test.each([
  { name: 'phone', options: phone },
  { name: 'desktop', options: desktop },
])('turning keeps the place and turns words, links and picture with the page, on a $name', async ({ options }) => {
  await using book = await openBook(options, 12);
  const { page } = book;
  await scroller(page).evaluate((element) => element.scrollBy(0, 150));
  const line = await lineOf(page);
  const before = await spotAt(page, line);
  const title = page.getByText('Page 12 of the long book');
  await title.evaluate((element) => element.setAttribute('data-seen', ''));

  await page.keyboard.press('r');
  await page.locator('[data-page-number="12"] .reader-text[data-main-rotation="90"]').waitFor();
  const sideways = await spotAt(page, line);
  expect([sideways.page, sideways.down]).toEqual([before.page, expect.closeTo(before.down, 2)]);
  // The upper left corner is now at the upper right, and upright words lie on their side.
  const sheet = (await painted(page, 12).boundingBox())!;
  const words = (await title.boundingBox())!;
  expect(sheet.height / sheet.width).toBeCloseTo(595 / 842, 2);
  expect((words.x + words.width / 2 - sheet.x) / sheet.width).toBeGreaterThan(0.85);
  expect(words.height).toBeGreaterThan(words.width);
  await page.locator('[data-page-number="12"] .reader-picture:not([data-turned])').waitFor();

  for (let turns = 0; turns < 3; turns += 1) await page.keyboard.press('r');
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('r');
  await page.locator('[data-page-number="12"] .reader-text[data-main-rotation="0"]').waitFor();
  await expectAt(page, before, line);
  // The words were not read again for it.
  expect(await title.getAttribute('data-seen')).toBe('');
  expect(book.trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))('a phone turned on its side and back stays at the place', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  await scroller(page).evaluate((element) => element.scrollBy(0, 150));
  const before = await spotAt(page, await lineOf(page));
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await painted(page, 12).boundingBox())?.width).toBeCloseTo(844 * 0.9, -0.5);
  await expectAt(page, before, { y: (await lineOf(page)).y });
  // One row of controls; the pages have the remaining height. A tap shows the row again once it is hidden.
  const headTop = async () => (await page.locator('.reader-head').boundingBox())?.y;
  await expect.poll(headTop).toBeLessThan(0);
  await (await openFingers(page)).tap({ x: 400, y: 200 });
  await expect.poll(headTop).toBe(0);
  const head = (await page.locator('.reader-head').boundingBox())!;
  const tools = (await page.locator('.reader-tools').boundingBox())!;
  expect([head.y, tools.y]).toEqual([0, 0]);
  expect(Math.max(head.height, tools.height)).toBeLessThanOrEqual(48);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await painted(page, 12).boundingBox())?.width).toBeCloseTo(390 * 0.95, -0.5);
  await expectAt(page, before, { y: (await lineOf(page)).y });
});

test.skipIf(isOnlyInSweep('journeys'))(
  'fit width and fit page choose a zoom step without sideways scrolling, or with the page completely visible',
  async () => {
    await using book = await openBook(desktop, 12);
    const { page } = book;
    const overflow = () => scroller(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    await page.keyboard.press('w');
    await expect.poll(() => zoom(page)).toBe('110 %');
    expect(await overflow()).toBe(0);
    await page.keyboard.press('+');
    expect(await overflow()).toBeGreaterThan(0);
    await page.setViewportSize({ width: 1440, height: 1200 });
    await page.keyboard.press('z');
    await expect.poll(() => zoom(page)).toBe('60 %');
    const view = (await scroller(page).boundingBox())!;
    await expect.poll(async () => (await painted(page, 12).boundingBox())!.y).toBeCloseTo(view.y + 12, 0);
    const sheet = (await painted(page, 12).boundingBox())!;
    expect(sheet.y + sheet.height).toBeLessThanOrEqual(view.y + view.height);
  },
);
