import { expect, test } from 'vitest';
import { casesOf } from '#test/support/sweeps.ts';
import { tours } from '#test/support/tours.ts';
import { walkOnPhone } from '#test/support/walk-screens.ts';

// The addresses are a file of their own, so that both cores share the longest walk of all.
const walked = casesOf(
  'screens',
  tours.filter(({ hasOwnNames }) => !hasOwnNames),
  ({ what }) => what === 'the reader and the paper preview',
);

test.each(walked)(
  'axe finds nothing wrong with $what, light or dark, and nothing is cut, overlaps or moves 320 px wide or with text at 200 %',
  async (tour) => {
    expect(await walkOnPhone(tour)).toEqual([]);
  },
);
