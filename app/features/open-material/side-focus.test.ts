import { expect, test } from 'vitest';
import { createSideFocus } from './side-focus.ts';

test('the side that had the focus last gets it when its content is shown', () => {
  const focus = createSideFocus('left');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([true, false]);
  focus.note('right');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([false, true]);
});

test('a side that was just chosen gets the focus once, even if the other had it while it was loading', () => {
  const focus = createSideFocus('left');
  focus.want('right');
  focus.note('left');
  expect([focus.isFor('left', 'right'), focus.isFor('right', 'left')]).toEqual([false, true]);
  focus.note('right');
  focus.note('left');
  expect(focus.isFor('right', 'left')).toBe(false);
});

test('the side that replaces the focused one gets the focus', () => {
  const focus = createSideFocus('left');
  expect([focus.isFor('older', 'right'), focus.isFor('right', 'older')]).toEqual([true, true]);
});
