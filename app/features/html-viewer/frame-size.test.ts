import { expect, test } from 'vitest';
import { followSize, type FrameSize } from './frame-size.ts';

const start: FrameSize = { height: 800, growths: 0 };

test('the frame grows and shrinks with its paper', () => {
  expect(followSize(start, 1200).height).toBe(1200);
  expect(followSize(followSize(start, 1200), 900).height).toBe(900);
});

test('a paper that always becomes a little taller than its frame stops growing', () => {
  let size = start;
  for (let round = 0; round < 1000; round += 1) size = followSize(size, size.height + 16);
  expect(size.height).toBe(800 + 20 * 16);
});

test('a section can be opened and closed any number of times', () => {
  let size = start;
  for (let round = 0; round < 100; round += 1) size = followSize(followSize(size, 1200), 900);
  expect(followSize(size, 1200).height).toBe(1200);
});
