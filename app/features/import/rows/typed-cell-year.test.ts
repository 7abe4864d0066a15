import { expect, test } from 'vitest';
import { readTypedYear } from './typed-cell-year.ts';

const read = (typed: string) => readTypedYear(typed, 2026);

test('a year AD stays as typed, and a future year is read as Bikram Sambat', () => {
  expect(read('2019')).toEqual({ year: 2019 });
  expect(read(' 2027 ')).toEqual({ year: 2027 });
  expect(read('2079')).toEqual({ year: 2022, bsYear: 2079 });
  expect(read('2079 BS')).toEqual({ year: 2022, bsYear: 2079 });
});

test('digits of other scripts are accepted', () => {
  expect(read('२०७९')).toEqual({ year: 2022, bsYear: 2079 });
  expect(read('٢٠١٩')).toEqual({ year: 2019 });
});

test('empty text means no year, and an invalid year is refused with a sentence', () => {
  expect(read('')).toEqual({ year: null });
  for (const typed of ['20', '1815', '2091', 'last year', '20191'])
    expect(read(typed)).toEqual({ fault: expect.stringContaining('Type a year from 1900') });
});
