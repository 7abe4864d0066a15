import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitZoom } from './fit.ts';
import { pageWidth } from './gesture-zoom.ts';
import { nearestZoom, zoomLimits } from '#app/features/viewer/zoom.ts';

const a4 = Math.SQRT2;

test('on a phone the page fits the width when it opens; a wide window has space for one more step', () => {
  expect(fitZoom('width', a4, { windowWidth: 390, viewWidth: 390, viewHeight: 700 })).toBe(1);
  expect(fitZoom('width', a4, { windowWidth: 1440, viewWidth: 1440, viewHeight: 800 })).toBe(1.1);
});

test('a scrollbar or a panel next to the pages reduces the space', () => {
  expect(fitZoom('width', a4, { windowWidth: 1440, viewWidth: 1425, viewHeight: 800 })).toBe(1);
  expect(fitZoom('width', a4, { windowWidth: 1440, viewWidth: 1100, viewHeight: 800 })).toBe(0.8);
});

test('a page that fits as a whole is limited by the height, a slide by the width', () => {
  expect(fitZoom('page', a4, { windowWidth: 1440, viewWidth: 1440, viewHeight: 1200 })).toBe(0.6);
  expect(fitZoom('page', 0.5625, { windowWidth: 1440, viewWidth: 1440, viewHeight: 1200 })).toBe(1.1);
});

test('the fitted zoom is a step within the limits at which the page fits, and no higher step fits', () => {
  const room = fc.record({
    windowWidth: fc.integer({ min: 280, max: 3840 }),
    viewWidth: fc.integer({ min: 200, max: 3840 }),
    viewHeight: fc.integer({ min: 100, max: 2400 }),
  });
  const ratio = fc.double({ min: 0.1, max: 6, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom('width' as const, 'page' as const), ratio, room, (kind, ratio, room) => {
      const zoom = fitZoom(kind, ratio, room);
      const fits = (zoom: number) => {
        const width = Math.round(pageWidth(room.windowWidth, zoom));
        return width <= room.viewWidth && (kind === 'width' || width * ratio <= room.viewHeight);
      };
      expect(nearestZoom(zoom)).toBe(zoom);
      expect(zoom === zoomLimits.min || fits(zoom)).toBe(true);
      expect(zoom < zoomLimits.max && fits(nearestZoom(zoom + 0.1))).toBe(false);
    }),
  );
});
