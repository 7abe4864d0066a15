import { expect, test } from 'vitest';
import type { PageInk } from '#app/features/viewer/ink/page-ink.ts';
import { columnAt, textBoxOf } from './page-ink.ts';

type Rectangle = { left: number; top: number; width: number; height: number };

/** Returns a page of 400 × 560 pixels with these dark rectangles. */
function page(...rectangles: Rectangle[]): PageInk {
  const [width, height] = [400, 560];
  const dark = new Uint8Array(width * height);
  for (const { left, top, width: wide, height: tall } of rectangles)
    for (let y = top; y < top + tall; y += 1) dark.fill(1, y * width + left, y * width + left + wide);
  return { width, height, dark };
}

/** Returns lines of text, 10 pixels apart, each with a height of 4. */
function lines(left: number, width: number, count: number, top = 100): Rectangle[] {
  return Array.from({ length: count }, (_, line) => ({ left, top: top + line * 10, width, height: 4 }));
}

test('the box of a page is around its text and its page number', () => {
  const text = page(...lines(60, 280, 30), { left: 198, top: 520, width: 4, height: 6 });
  expect(textBoxOf(text)).toEqual({ left: 60 / 400, top: 100 / 560, right: 340 / 400, bottom: 526 / 560 });
  expect(textBoxOf(page())).toBeNull();
});

test('a speck in the margin and the shadow at the edge of a scan do not count', () => {
  const scan = page(
    ...lines(60, 280, 30),
    { left: 380, top: 300, width: 2, height: 2 },
    { left: 0, top: 0, width: 9, height: 560 },
    { left: 0, top: 552, width: 400, height: 8 },
  );
  expect(textBoxOf(scan)).toEqual({ left: 60 / 400, top: 100 / 560, right: 340 / 400, bottom: 394 / 560 });
});

test('a point in one of two columns finds that column, up to its longest line', () => {
  const text = page(...lines(40, 140, 30), ...lines(220, 120, 29), ...lines(220, 150, 1, 390));
  expect(columnAt(text, { x: 0.2, y: 0.4 })).toEqual({ left: 40 / 400, right: 180 / 400 });
  expect(columnAt(text, { x: 0.7, y: 0.4 })).toEqual({ left: 220 / 400, right: 370 / 400 });
  // In the space between them, the nearer one counts.
  expect(columnAt(text, { x: 0.54, y: 0.4 })?.left).toBe(220 / 400);
});

test('a title over both columns does not hide them, and marks and numbers of questions belong to their text', () => {
  const titled = page(
    { left: 100, top: 180, width: 200, height: 10 },
    ...lines(40, 140, 20, 200),
    ...lines(220, 140, 20, 200),
  );
  expect(columnAt(titled, { x: 0.2, y: 0.4 })).toEqual({ left: 40 / 400, right: 180 / 400 });
  const marked = page(...lines(40, 10, 30), ...lines(60, 260, 30), ...lines(350, 15, 30));
  expect(columnAt(marked, { x: 0.4, y: 0.4 })).toEqual({ left: 40 / 400, right: 365 / 400 });
  expect(columnAt(page(), { x: 0.5, y: 0.5 })).toBeNull();
});
