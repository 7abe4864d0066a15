import { expect, test } from 'vitest';
import {
  describePlan,
  halvePages,
  joinedSources,
  movePages,
  papersOf,
  removePages,
  splitPages,
  startPlan,
  turnPages,
  type PagePlan,
} from './page-plan.ts';

/** Writes the plan as its pages, with | for a split. */
const write = (plan: PagePlan) => plan.map((item) => (item.type === 'split' ? '|' : item.key)).join(' ');
const only = (...keys: string[]) => new Set(keys);
const four = startPlan([4]);

test('pages are moved together by one place, and past a split into the other paper', () => {
  expect(write(movePages(four, only('3', '4'), 'earlier'))).toBe('1 3 4 2');
  expect(write(movePages(four, only('1', '2'), 'later'))).toBe('3 1 2 4');
  // Pages that are first already stay, and those behind them keep their order.
  expect(write(movePages(four, only('1', '2'), 'earlier'))).toBe('1 2 3 4');
  const split = splitPages(four, only('3'));
  const joined = movePages(split, only('3'), 'earlier');
  expect(write(joined)).toBe('1 2 3 | 4');
  expect(write(movePages(joined, only('4'), 'earlier'))).toBe('1 2 3 4');
});

test('a split is made before each selected page but the first, and removed with the pages that it separates', () => {
  const split = splitPages(four, only('1', '2', '4'));
  expect(write(split)).toBe('1 | 2 3 | 4');
  expect(papersOf(split).map(({ pages }) => pages.length)).toEqual([1, 2, 1]);
  expect(write(splitPages(split, only('2', '4')))).toBe('1 2 3 4');
  expect(write(splitPages(split, only('3')))).toBe('1 | 2 | 3 | 4');
  expect(write(removePages(split, only('1')))).toBe('2 3 | 4');
  expect(write(removePages(split, only('2', '3')))).toBe('1 | 4');
  expect(write(removePages(split, only('4')))).toBe('1 | 2 3');
});

test('a wide page is cut into left and right, a tall one into top and bottom, in reading order as it is turned', () => {
  const halve = (turns: number, isTall: boolean) => {
    let plan = startPlan([1]);
    for (let turn = 0; turn < turns; turn += 1) plan = turnPages(plan, only('1'));
    return write(halvePages(plan, only('1'), () => isTall));
  };
  expect([0, 1, 2, 3].map((turns) => halve(turns, false))).toEqual([
    '1 left 1 right',
    '1 left 1 right',
    '1 right 1 left',
    '1 right 1 left',
  ]);
  expect([0, 1, 2, 3].map((turns) => halve(turns, true))).toEqual([
    '1 top 1 bottom',
    '1 bottom 1 top',
    '1 bottom 1 top',
    '1 top 1 bottom',
  ]);
  const cut = halvePages(four, only('2'), () => false);
  // Halves are not cut again.
  expect(write(halvePages(cut, only('2 left'), () => false))).toBe('1 2 left 2 right 3 4');
});

test('the effect of a plan is described in words', () => {
  expect(describePlan(four, [4])).toBe('');
  const turned = turnPages(
    halvePages(four, only('4'), () => false),
    only('4 left', '4 right', '1'),
  );
  const plan = splitPages(movePages(removePages(turned, only('2')), only('1'), 'later'), only('4 left'));
  expect(describePlan(plan, [4])).toBe('1 page removed, 2 pages turned, 1 page cut in two, order changed, 1 new paper');
  // Turned four times, a page is as before.
  expect(
    describePlan(
      [1, 2, 3, 4].reduce((plan) => turnPages(plan, only('1')), four),
      [4],
    ),
  ).toBe('');
});

test('materials are joined in order, and one of which no page is left stays as it is', () => {
  const joined = startPlan([2, 1, 2]);
  expect(write(joined)).toBe('1 2 2.1 3.1 3.2');
  const describe = (plan: PagePlan) => describePlan(plan, [2, 1, 2]);
  expect(describe(joined)).toBe('2 papers joined');
  expect(joinedSources(joined)).toEqual([1, 2]);
  const without = removePages(joined, only('2.1', '3.2'));
  expect(joinedSources(without)).toEqual([2]);
  expect(describe(without)).toBe('1 paper joined, 1 page removed');
  expect(describe(movePages(joined, only('2.1'), 'earlier'))).toBe('2 papers joined, order changed');
  expect(describe(removePages(joined, only('2.1', '3.1', '3.2')))).toBe('');
});
