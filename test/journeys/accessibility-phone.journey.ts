import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnPhone } from '#test/support/walk-screens.ts';

// Phone and desktop are two files, so that both cores share the longest walk of all.
test.each(tours)(
  'axe finds nothing wrong with $what on a phone, light or dark, and nothing is cut, overlaps or moves 320 px wide or with text at 200 %',
  async (tour) => {
    expect(await walkOnPhone(tour)).toEqual([]);
  },
);
