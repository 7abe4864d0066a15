import { expect, test } from 'vitest';
import { readCellYear } from './typed-cell-year.ts';

const read = (typed: string) => readCellYear(typed, 2026);

test('a year AD stays as typed, and a year of Bikram Sambat is set with its year AD', () => {
  expect(read('2019')).toEqual({ year: 2019 });
  expect(read('२०७९')).toEqual({ year: 2022, bsYear: 2079 });
  expect(read('2020 BS')).toEqual({ year: 1963, bsYear: 2020 });
});

test('empty text means no year, and an invalid year is refused with a sentence', () => {
  expect(read(' ')).toEqual({ year: null });
  for (const typed of ['20', '1815', '2400', 'last year', '20191'])
    expect(read(typed)).toEqual({ fault: expect.stringContaining('Enter a year AD from 1900') });
});
