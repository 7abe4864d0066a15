import { expect, test } from 'vitest';
import { layOutPages } from './page-layout.ts';
import { currentFrame, visibleFrames, wantedFrames } from './visible-pages.ts';

// Tops at 12, 124, 236, 348 …
const layout = layOutPages(50, 100, new Map([[1, 1]]));

test('visible pages are those that overlap the view', () => {
  expect(visibleFrames(layout, 0, 130)).toEqual({ first: 0, last: 1 });
  expect(visibleFrames(layout, 111, 5)).toEqual({ first: 0, last: 0 });
  expect(visibleFrames(layout, 112, 12)).toEqual({ first: 1, last: 1 });
  expect(visibleFrames(layout, 1e6, 500)).toEqual({ first: 49, last: 49 });
});

test('the next page in reading direction is loaded before the one just left', () => {
  expect(wantedFrames({ first: 4, last: 5 }, 50, 1)).toEqual([4, 5, 6, 3]);
  expect(wantedFrames({ first: 4, last: 5 }, 50, -1)).toEqual([4, 5, 3, 6]);
  expect(wantedFrames({ first: 0, last: 0 }, 1, 1)).toEqual([0]);
});

test('the current page is the last whose top is in the upper half of the window', () => {
  const windowHeight = 400;
  expect(currentFrame(layout, { top: 0, scrollerTop: 64, windowHeight })).toBe(1);
  expect(currentFrame(layout, { top: 100, scrollerTop: 0, windowHeight })).toBe(2);
  expect(currentFrame(layout, { top: 0, scrollerTop: 0, windowHeight: 20 })).toBe(0);
});

test('a page taller than the window stays current until the next one reaches the upper half', () => {
  const tall = layOutPages(3, 1000, new Map([[1, 2]]));
  const at = (top: number) => currentFrame(tall, { top, scrollerTop: 0, windowHeight: 800 });
  expect(at(1000)).toBe(0);
  expect(at(2024 - 401)).toBe(0);
  expect(at(2024 - 400)).toBe(1);
});
