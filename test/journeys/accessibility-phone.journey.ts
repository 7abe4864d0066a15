import { expect, test } from 'vitest';
import { casesOf } from '#test/support/sweeps.ts';
import { tours } from '#test/support/tours.ts';
import { walkOnPhone } from '#test/support/walk-screens.ts';

// The addresses are in a separate file, so that both cores share the longest walk.
const walked = casesOf(
  'screens',
  tours.filter(({ hasOwnNames }) => !hasOwnNames),
  ({ what }) => what === 'the reader and the paper preview',
);

test.each(walked)(
  'axe reports nothing for $what in light and dark, and nothing is cut, overlaps or moves at 320 px or with text at 200 %',
  async (tour) => {
    expect(await walkOnPhone(tour)).toEqual([]);
  },
);
