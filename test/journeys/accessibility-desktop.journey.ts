import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnDesktop } from '#test/support/walk-screens.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

// The other tours run once, at both sizes.
const onDesktop = tours.filter(({ differsOnDesktop }) => differsOnDesktop);

test.skipIf(isOnlyInSweep('screens')).each(onDesktop)(
  'axe reports nothing for $what on a desktop in light and dark',
  async (tour) => {
    expect(await walkOnDesktop(tour)).toEqual([]);
  },
);
