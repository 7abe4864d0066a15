import { describe, expect, test } from 'vitest';
import { describeMissingPage, readPageNumber } from './page-number.ts';

test('whole numbers from 1 to the page count are pages', () => {
  expect(readPageNumber('1', 20)).toBe(1);
  expect(readPageNumber(' 20 ', 20)).toBe(20);
});

test('Devanagari digits are accepted', () => {
  expect(readPageNumber('१२', 20)).toBe(12);
  expect(readPageNumber('२१', 20)).toBeNull();
});

test('anything else is not', () => {
  for (const typed of ['', '0', '21', '-1', '2.5', '1e1', '0x2', 'two', '99999999999999999999']) {
    expect(readPageNumber(typed, 20)).toBeNull();
  }
});

describe('with page labels', () => {
  const labels = ['i', 'ii', 'iii', 'iv', '1', '2', '3', '4', '5', 'A-1'];

  test('a label leads to its page, and a number that is not a label to its position', () => {
    const read = (typed: string) => readPageNumber(typed, labels.length, labels);
    expect([read('5'), read('iv'), read(' IV '), read('a-1')]).toEqual([9, 4, 4, 10]);
    expect([read('7'), read('10')]).toEqual([7, 10]);
    expect([read('11'), read('v'), read('')]).toEqual([null, null, null]);
    expect(readPageNumber('', 2, ['', ''])).toBeNull();
    expect([read('५'), readPageNumber('2', 3, ['क', '२', '१'])]).toEqual([9, 2]);
  });

  test('the error names the missing page and the existing ones', () => {
    expect(describeMissingPage('99 ', 10, labels)).toBe(
      'There is no page 99. This document has 10 pages, numbered i to A-1.',
    );
    expect(describeMissingPage('0', 1, null)).toBe('There is no page 0. This document has 1 page.');
  });
});
