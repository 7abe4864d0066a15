import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnDesktop } from '#test/support/walk-screens.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

// The other tours are walked through once, at both sizes.
const onDesktop = tours.filter(({ differsOnDesktop }) => differsOnDesktop);

test.skipIf(isOnlyInSweep('screens')).each(onDesktop)(
  'axe finds nothing wrong with $what on a desktop, light or dark',
  async (tour) => {
    expect(await walkOnDesktop(tour)).toEqual([]);
  },
);
