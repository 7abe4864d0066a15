import { expect, test } from 'vitest';
import { takeAxeTour } from '#test/support/axe-tour.ts';
import { tours } from '#test/support/tours.ts';

// Phone and desktop are two files, so that both cores share the longest walk of all.
test.each(tours)('axe finds nothing wrong with $what on a phone, light or dark', async (tour) => {
  expect(await takeAxeTour(tour, { width: 390, height: 844 })).toEqual([]);
});
