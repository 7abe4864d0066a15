import { expect, test } from 'vitest';
import { axeTours, takeAxeTour } from '#test/support/axe-tours.ts';

test.each(axeTours)('axe finds nothing wrong with $what on a desktop, light or dark', async (tour) => {
  expect(await takeAxeTour(tour, { width: 1440, height: 900 })).toEqual([]);
});
