import { expect, test } from 'vitest';
import { openFingers } from '#test/support/fingers.ts';
import { keepBook } from '#test/support/reader-book.ts';
import { desktop, painted, phone } from '#test/support/reader-shelf.ts';
import { expectAt, lineOf, scroller, settled, spotAt, zoom } from '#test/support/reader-spots.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Zooming by wheel and keys, turning pages and turning the phone: one stays at the place. */

const openBook = keepBook();

test('a wheel with Ctrl zooms by steps around the pointer, a trackpad freely; keys with Ctrl are the browser’s', async () => {
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
  // All in one task: after a pause, as a busy machine makes one, the next would be a zoom of its own, rounded to a step.
  await scroller(page).evaluate((element, { x, y }) => {
    const move = { ctrlKey: true, deltaY: -4, clientX: x, clientY: y, bubbles: true, cancelable: true };
    for (let count = 0; count < 8; count += 1) element.dispatchEvent(new WheelEvent('wheel', move));
  }, at);
  await settled(page);
  expect(await zoom(page)).toBe('170 %');
  await expectAt(page, held, at);
  await page.keyboard.press('Control+-');
  await page.keyboard.press('Control+Equal');
  expect(await zoom(page)).toBe('170 %');
  expect(book.trouble()).toEqual([]);
});

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
  // What stood at the upper left stands at the upper right, upright words lie on their side.
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
  // One row of controls, and the pages have the rest. A tap brings it back, once it has left.
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

test('fit width and fit page choose a step of zoom at which nothing is scrolled sideways, or the page is seen whole', async () => {
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
});
