import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnDesktop } from '#test/support/walk-screens.ts';

// The other tours are walked through once, at both sizes.
test.each(tours.filter(({ differsOnDesktop }) => differsOnDesktop))(
  'axe finds nothing wrong with $what on a desktop, light or dark',
  async (tour) => {
    expect(await walkOnDesktop(tour)).toEqual([]);
  },
);
