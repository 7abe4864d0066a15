import { expect, test } from 'vitest';
import { tours } from '#test/support/tours.ts';
import { walkOnDesktop } from '#test/support/walk-screens.ts';

test.each(tours)(
  'axe finds nothing wrong with $what on a desktop, light or dark, and no name stands for two things',
  async (tour) => {
    expect(await walkOnDesktop(tour)).toEqual([]);
  },
);
