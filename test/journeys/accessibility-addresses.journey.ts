import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnPhone } from '#test/support/walk-screens.ts';

test.each(tours.filter(({ hasOwnNames }) => hasOwnNames))(
  'axe reports nothing for $what in light and dark, names are unique, and nothing is cut, overlaps or moves at 320 px or with text at 200 %',
  async (tour) => {
    expect(await walkOnPhone(tour)).toEqual([]);
  },
);
