import { expect, test } from 'vitest';
import { readTypedYear } from './typed-year.ts';

test.each([
  ['2079', 2022, 2079],
  ['२०७९', 2022, 2079],
  [' २०७९ ', 2022, 2079],
  ['2022', 2022, null],
  ['२०२२', 2022, null],
  ['2027', 2027, null],
  ['2028', 1971, 2028],
  ['٢٠١٩', 2019, null],
  ['2020 BS', 1963, 2020],
  ['2020 b.s.', 1963, 2020],
  ['२०७९ वि.सं.', 2022, 2079],
  ['वि. सं. २०७९', 2022, 2079],
  ['BS 2079', 2022, 2079],
  ['2079 AD', 2079, null],
  ['2200 AD', 2200, null],
  ['A.D. 2022', 2022, null],
  ['सन् २०७९', 2079, null],
])('%s is %i AD and %s BS', (typed, year, yearBs) => {
  expect(readTypedYear(typed, 2026)).toEqual({ year, yearBs });
});

test.each(['', '20', '20799', 'BS', '2079 XX', 'BS 2079 AD', '२०७', '2079-80', '1899', '2201 AD', '9999'])(
  '"%s" is no year',
  (typed) => {
    expect(readTypedYear(typed, 2026)).toBeNull();
  },
);
