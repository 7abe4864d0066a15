import { expect, test } from 'vitest';
import {
  goBack,
  addJump,
  maxJumps,
  noJumps,
  offeredJump,
  addPageTurn,
  type Jump,
  type JumpCause,
  type Jumps,
} from './jumps.ts';

const jump = (fromPage: number, to: number, by: JumpCause = 'link'): Jump => ({
  from: { page: fromPage, fraction: 0.5 },
  fromPage,
  to,
  by,
});
const turn = (jumps: Jumps, ...pages: number[]) => pages.reduce(addPageTurn, jumps);

test('going back leads to the start of the last jump, then the one before', () => {
  let jumps = addJump(addJump(noJumps, jump(12, 80)), jump(81, 3));
  expect(offeredJump(jumps)?.fromPage).toBe(81);
  jumps = goBack(jumps);
  expect(offeredJump(jumps)?.from).toEqual({ page: 12, fraction: 0.5 });
  expect(offeredJump(goBack(jumps))).toBeNull();
});

test('pages that a jump passes do not count as read; those after it do', () => {
  const jumps = turn(addJump(noJumps, jump(1, 80)), 2, 30, 60, 79, 80);
  expect(offeredJump(jumps)).not.toBeNull();
  expect(offeredJump(turn(jumps, 81, 82))).not.toBeNull();
  const settled = turn(jumps, 81, 82, 83, 84);
  expect(offeredJump(settled)).toBeNull();
  // No longer offered, but still stored.
  expect(settled.left).toHaveLength(1);
});

test('a jump within one page is not stored', () => {
  expect(addJump(noJumps, jump(4, 4))).toBe(noJumps);
});

test('going from hit to hit is one jump, until other pages are read', () => {
  let jumps = addJump(noJumps, jump(2, 10, 'find'));
  jumps = addJump(turn(jumps, 10), jump(10, 40, 'find'));
  jumps = addJump(turn(jumps, 40), jump(40, 41, 'find'));
  expect(jumps.left).toEqual([jump(2, 41, 'find')]);
  jumps = addJump(turn(jumps, 41, 42, 43), jump(43, 90, 'find'));
  expect(jumps.left.map(({ fromPage }) => fromPage)).toEqual([2, 43]);
});

test('the number of stored jumps is limited', () => {
  let jumps = noJumps;
  for (let page = 1; page <= 50; page += 1) jumps = addJump(jumps, jump(page, page + 100));
  expect(jumps.left).toHaveLength(maxJumps);
  expect(offeredJump(jumps)?.fromPage).toBe(50);
});
