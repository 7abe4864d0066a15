import { expect, test } from 'vitest';
import { readPageNumber } from './page-number.ts';

test('whole numbers from 1 to the page count are pages', () => {
  expect(readPageNumber('1', 20)).toBe(1);
  expect(readPageNumber(' 20 ', 20)).toBe(20);
});

test('anything else is not', () => {
  for (const typed of ['', '0', '21', '-1', '2.5', '1e1', '0x2', 'two', '99999999999999999999']) {
    expect(readPageNumber(typed, 20)).toBeNull();
  }
});
