import { expect, test } from 'vitest';
import { stepTo } from './step-to.ts';

test('the arrow keys wrap around from the box through the suggestions and back', () => {
  const walk = (key: string, start: number) =>
    Array.from({ length: 4 }).reduce<number[]>((path) => [...path, stepTo(key, path.at(-1) ?? start, 3) ?? NaN], []);
  expect(walk('ArrowDown', -1)).toEqual([0, 1, 2, -1]);
  expect(walk('ArrowUp', -1)).toEqual([2, 1, 0, -1]);
  expect([stepTo('ArrowDown', -1, 0), stepTo('ArrowUp', -1, 0)]).toEqual([-1, -1]);
});

test('Home and End move in the text until a suggestion is chosen, then to the first and the last', () => {
  expect([stepTo('Home', -1, 3), stepTo('End', -1, 3)]).toEqual([null, null]);
  expect([stepTo('Home', 1, 3), stepTo('End', 1, 3)]).toEqual([0, 2]);
  expect(stepTo('a', 1, 3)).toBeNull();
});
