import { expect, test } from 'vitest';
import { takeCrampedTour } from '#test/support/cramped-tour.ts';
import { tours } from '#test/support/tours.ts';

// A file of its own, so that it runs beside the tours of `small-screens.journey.ts`.
test.each(tours)(
  'nothing is cut, overlaps or moves in $what with text at 200 %, 320 px wide and wider',
  async (tour) => {
    expect(await takeCrampedTour(tour, { textScale: 2, widths: [320, 390, 1440] })).toEqual([]);
  },
);
