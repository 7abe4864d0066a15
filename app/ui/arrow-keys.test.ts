import { expect, test } from 'vitest';
import { keyInReadingDirection } from './arrow-keys.ts';

const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'a'];

test('in a language from left to right, keys have their own meaning', () => {
  expect(keys.map((key) => keyInReadingDirection(key, 'ltr'))).toEqual(keys);
});

test('in a language from right to left, the left arrow leads to the next item', () => {
  expect(keys.map((key) => keyInReadingDirection(key, 'rtl'))).toEqual([
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'Home',
    'a',
  ]);
});
