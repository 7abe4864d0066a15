import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnDesktop } from '#test/support/walk-screens.ts';
import { casesOf } from '#test/support/sweeps.ts';

// The other tours are walked through once, at both sizes.
const onDesktop = tours.filter(({ differsOnDesktop }) => differsOnDesktop);

test.each(casesOf('screens', onDesktop, ({ what }) => what === 'menus, toasts and failures'))(
  'axe finds nothing wrong with $what on a desktop, light or dark',
  async (tour) => {
    expect(await walkOnDesktop(tour)).toEqual([]);
  },
);
