import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { doubleTap } from '#test/support/double-tap.ts';
import { writePdf } from '#test/support/documents.ts';
import { openFingers, type Fingers } from '#test/support/fingers.ts';
import { keepBook } from '#test/support/reader-book.ts';
import { painted, phone, place } from '#test/support/reader-shelf.ts';
import { expectAt, pointOf, scrollTop, settled, spotAt, zoom, type Point } from '#test/support/reader-spots.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Touch in the reader: pinches, taps and links. */

const openBook = keepBook(async (librarian) => {
  await librarian.upload('linked.pdf', makeLinkedPdf(), 'linked-file');
  await librarian.publish('note', { ...place, title: 'Linked', fileId: 'linked-file' }, 'linked');
});

/** Three pages; a link to the last covers the upper left quarter of the first. */
function makeLinkedPdf(): Buffer {
  const page = (more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${more} >>`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
    page('/Annots [6 0 R]'),
    page(),
    page(),
    '<< /Type /Annot /Subtype /Link /Rect [0 400 300 800] /Border [0 0 0] /Dest [5 0 R /Fit] >>',
  ]);
}

/** Returns two fingers around a point, this far apart. */
const around = ({ x, y }: Point, spread: number): [Point, Point] => [
  { x: x - spread / 2, y: y - spread / 4 },
  { x: x + spread / 2, y: y + spread / 4 },
];

type Pinch = { from: Point; to?: Point; factor: number; spread?: number; holds?: (middle: Point) => Partial<Point> };

/** Pinches and checks after every step, and once it has settled, that the point between the fingers is still there. */
async function pinch(page: Page, fingers: Fingers, { from, to = from, factor, spread = 80, holds }: Pinch) {
  const held = await spotAt(page, from);
  await fingers.down(...around(from, spread));
  const steps = 8;
  let step = 0;
  await fingers.move(around(to, spread * factor), steps, async () => {
    step += 1;
    const middle = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
    await expectAt(page, held, holds ? holds(middle) : middle);
  });
  await fingers.up();
  await settled(page);
  await expectAt(page, held, holds ? holds(to) : to);
}

const upAndDown = ({ y }: Point) => ({ y });

test.skipIf(isOnlyInSweep('journeys'))(
  'a pinch keeps the point between the fingers in place, in and out, moving, at the limits and across a gap',
  async () => {
    await using book = await openBook(phone, 12);
    const { page } = book;
    const fingers = await openFingers(page);

    await pinch(page, fingers, { from: { x: 120, y: 360 }, factor: 1.63 });
    expect(await zoom(page)).toBe('160 %');
    // Moved while it is pinched.
    await pinch(page, fingers, { from: { x: 220, y: 420 }, to: { x: 190, y: 380 }, factor: 0.8 });
    expect(await zoom(page)).toBe('130 %');
    // Beyond the limits it goes no further.
    await pinch(page, fingers, { from: { x: 200, y: 500 }, factor: 3, spread: 60 });
    expect(await zoom(page)).toBe('390 %');
    await pinch(page, fingers, { from: { x: 200, y: 500 }, factor: 3, spread: 60 });
    expect(await zoom(page)).toBe('800 %');
    // A page narrower than the window is centred: sideways there is nothing to hold.
    await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 0.06, spread: 300, holds: upAndDown });
    expect(await zoom(page)).toBe('50 %');
    await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 1.8, holds: upAndDown });
    expect(await zoom(page)).toBe('90 %');

    // Between the fingers is the gap between two pages, which does not grow.
    await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 1.1, holds: upAndDown });
    expect(await zoom(page)).toBe('100 %');
    const current = (await spotAt(page, { x: 195, y: 400 })).page;
    const gap = { x: 150, y: (await pointOf(page, { page: current, across: 0, down: 1 })).y + 6 };
    for (const factor of [1.5, 0.7]) {
      const edges = () =>
        page.evaluate(
          (number) =>
            [number, number + 1].map(
              (each) =>
                document.querySelector(`[data-page-number="${each}"]`)!.getBoundingClientRect()[
                  each === number ? 'bottom' : 'top'
                ],
            ),
          current,
        );
      await fingers.down(...around(gap, 80));
      await fingers.move(around(gap, 80 * factor));
      const [above = 0, below = 0] = await edges();
      expect([Math.abs(gap.y - above - 6), Math.abs(below - gap.y - 6)].every((far) => far <= 2)).toBe(true);
      await fingers.up();
      await settled(page);
      const [aboveThen = 0, belowThen = 0] = await edges();
      expect([Math.abs(gap.y - aboveThen - 6), Math.abs(belowThen - gap.y - 6)].every((far) => far <= 2)).toBe(true);
    }
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
    expect(book.trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a pinch at the beginning of the document keeps the point as far as scrolling allows',
  async () => {
    await using book = await openBook(phone, 1);
    const { page } = book;
    const fingers = await openFingers(page);
    await pinch(page, fingers, { from: { x: 100, y: 200 }, factor: 2 });
    expect(await zoom(page)).toBe('200 %');
    await fingers.down(...around({ x: 200, y: 300 }, 300));
    await fingers.move(around({ x: 200, y: 300 }, 150));
    await fingers.up();
    await settled(page);
    expect(await zoom(page)).toBe('100 %');
    expect(await scrollTop(page)).toBe(0);
    expect((await painted(page, 1).boundingBox())?.x).toBeCloseTo((390 - Math.round(390 * 0.95)) / 2, 0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a word stays between the fingers, and the picture is redrawn once they lift',
  async () => {
    await using book = await openBook(phone, 12);
    const { page } = book;
    const fingers = await openFingers(page);
    const word = page.locator('[data-text-of-page="12"]').getByText('Line 9:');
    const box = (await word.boundingBox())!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const canvas = painted(page, 12).locator('canvas');
    const before = await canvas.evaluate((element: HTMLCanvasElement) => element.width);
    const far = async () => {
      const now = (await word.boundingBox())!;
      return Math.hypot(now.x + now.width / 2 - middle.x, now.y + now.height / 2 - middle.y);
    };
    await fingers.down(...around(middle, 80));
    await fingers.move(around(middle, 152), 6, async () => {
      expect(await far()).toBeLessThanOrEqual(2);
      expect(await canvas.evaluate((element: HTMLCanvasElement) => element.width)).toBe(before);
    });
    await fingers.up();
    await settled(page);
    expect(await far()).toBeLessThanOrEqual(2);
    await expect
      .poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.width))
      .toBeGreaterThan(before * 1.8);
    expect(book.trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a finger scrolls with the browser, and with a second one it becomes a pinch',
  async () => {
    await using book = await openBook(phone, 12);
    const { page } = book;
    const fingers = await openFingers(page);
    const before = await scrollTop(page);
    await fingers.down({ x: 180, y: 600 });
    await fingers.move([{ x: 180, y: 450 }]);
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(before + 100);
    await fingers.down({ x: 260, y: 490 });
    const middle = { x: 220, y: 470 };
    const held = await spotAt(page, middle);
    await fingers.move(around(middle, 160), 8);
    await fingers.up();
    await settled(page);
    expect(Number.parseInt(await zoom(page), 10)).toBeGreaterThan(130);
    await expectAt(page, held, middle);
  },
);

test('a double tap zooms in at the line under the finger and back, and selects nothing', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  const fingers = await openFingers(page);
  const at = { x: 250, y: 330 };
  const held = await spotAt(page, at);
  await doubleTap(page, fingers, at);
  // Its lines then fill the window.
  await expect.poll(() => zoom(page)).toBe('160 %');
  await settled(page);
  await expectAt(page, held, { y: at.y });
  await doubleTap(page, fingers, at);
  await expect.poll(() => zoom(page)).toBe('100 %');
  await settled(page);
  await expectAt(page, held, { y: at.y });
  expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a link is followed by a tap, not by a pinch or a double tap; on a rotated page it is at its new position',
  async () => {
    await using book = await openBook(phone, 1, 'linked');
    const { page } = book;
    const fingers = await openFingers(page);
    const link = page.getByRole('button', { name: /^Link / });
    await link.waitFor();
    const current = () => page.getByLabel('Go to page').inputValue();

    await pinch(page, fingers, { from: { x: 110, y: 200 }, factor: 1.4 });
    await pinch(page, fingers, { from: { x: 110, y: 200 }, factor: 0.72 });
    // First next to the link, then on it.
    await fingers.tap({ x: 206, y: 200 });
    await fingers.tap({ x: 186, y: 200 });
    await expect.poll(() => zoom(page)).toBe('180 %');
    await settled(page);
    expect(await current()).toBe('1');

    await doubleTap(page, fingers, { x: 300, y: 700 });
    await expect.poll(() => zoom(page)).toBe('100 %');
    await page.keyboard.press('Home');
    await page.keyboard.press('r');
    await page.locator('[data-page-number="1"] .reader-text[data-main-rotation="90"]').waitFor();
    const sheet = (await painted(page, 1).boundingBox())!;
    const box = (await link.boundingBox())!;
    expect((box.x - sheet.x) / sheet.width).toBeCloseTo(0.5, 2);
    expect((box.y - sheet.y) / sheet.height).toBeCloseTo(0, 2);
    await fingers.tap({ x: sheet.x + sheet.width * 0.25, y: box.y + box.height / 2 });
    await fingers.tap({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await expect.poll(current).toBe('3');
    expect(book.trouble()).toEqual([]);
  },
);
