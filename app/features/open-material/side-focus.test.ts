import { expect, test } from 'vitest';
import { createSideFocus } from './side-focus.ts';

test('the side that had the focus last takes it when its content is shown', () => {
  const focus = createSideFocus('left');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([true, false]);
  focus.note('right');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([false, true]);
});

test('a side that was just chosen takes the focus once, though the other had it while it was loading', () => {
  const focus = createSideFocus('left');
  focus.want('right');
  focus.note('left');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([false, true]);
  focus.note('right');
  focus.note('left');
  expect(focus.isFor('right', 'left')).toBe(false);
});

test('what takes the place of the side with the focus takes the focus', () => {
  const focus = createSideFocus('left');
  expect([focus.isFor('older', 'right'), focus.isFor('right', 'older')]).toEqual([true, true]);
});
