import { expect, test } from 'vitest';
import { cellOf, layOutThumbnails, pageOfKey, visibleThumbnails } from './thumbnail-layout.ts';

const layout = layOutThumbnails(1500, 320, 24);

test('a row has as many thumbnails as are wide enough to be recognised, at least one', () => {
  expect(layout.columns).toBe(2);
  expect(layOutThumbnails(10, 80, 24).columns).toBe(1);
  expect(layOutThumbnails(10, 900, 24).columns).toBe(8);
});

test('of 1,500 thumbnails only the visible ones and a row on both sides are rendered', () => {
  const top = cellOf(layout, 701).top;
  const pages = visibleThumbnails(layout, 1500, top, layout.cell.height * 3);
  expect(pages).toContain(701);
  expect(pages.length).toBeLessThanOrEqual(12);
  expect(pages[0]).toBeGreaterThanOrEqual(697);
});

test('the grid ends with the last page', () => {
  const pages = visibleThumbnails(layout, 1499, layout.total, 600);
  expect(pages.at(-1)).toBe(1499);
  expect(visibleThumbnails(layout, 3, 0, 600)).toEqual([1, 2, 3]);
});

test('arrow keys go from page to page and from row to row, but not beyond the ends', () => {
  const go = (page: number, key: string) => pageOfKey(layout, 1500, page, key, 600);
  expect([go(5, 'ArrowRight'), go(5, 'ArrowDown'), go(5, 'ArrowUp'), go(5, 'Home'), go(5, 'End')]).toEqual([
    6, 7, 3, 1, 1500,
  ]);
  expect([go(1, 'ArrowLeft'), go(1500, 'ArrowDown'), go(5, 'x')]).toEqual([null, null, null]);
  expect([go(1499, 'PageDown'), go(2, 'PageUp')]).toEqual([1500, 1]);
});
