import { expect, test } from 'vitest';
import { takeAxeTour } from '#test/support/axe-tour.ts';
import { tours } from '#test/support/tours.ts';

test.each(tours)('axe finds nothing wrong with $what on a desktop, light or dark', async (tour) => {
  expect(await takeAxeTour(tour, { width: 1440, height: 900 })).toEqual([]);
});
