import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnPhone } from '#test/support/walk-screens.ts';

test.each(tours.filter(({ hasOwnNames }) => hasOwnNames))(
  'axe finds nothing wrong with $what, light or dark, no name stands for two things, and nothing is cut, overlaps or moves 320 px wide or with text at 200 %',
  async (tour) => {
    expect(await walkOnPhone(tour)).toEqual([]);
  },
);
