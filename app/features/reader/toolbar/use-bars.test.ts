import { expect, test } from 'vitest';
import { travel, type BarTravel } from './use-bars.ts';

const shown: BarTravel = { areHidden: false, run: 0 };

function go(from: BarTravel, ...steps: number[]): BarTravel {
  return steps.reduce((bars, pixels) => travel(bars, pixels, false), from);
}

test('bars hide on scrolling down, but not on a small movement', () => {
  expect(go(shown, 20, -3, 20, 20).areHidden).toBe(false);
  expect(go(shown, 20, 20, 20).areHidden).toBe(true);
});

test('bars return when scrolling turns back a little, and stay until it continues down', () => {
  const hidden = go(shown, 200);
  expect(go(hidden, -10, 4, -10).areHidden).toBe(true);
  const back = go(hidden, -10, -20);
  expect(back.areHidden).toBe(false);
  expect(go(back, 10, 10).areHidden).toBe(false);
  expect(go(back, 10, 60).areHidden).toBe(true);
});

test('at the start and the end of the document bars are visible', () => {
  expect(travel(go(shown, 500), 500, true).areHidden).toBe(false);
});
