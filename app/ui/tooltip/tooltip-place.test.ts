import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeTooltip, tooltipGap, type Box } from './tooltip-place.ts';

const desktop = { width: 1440, height: 900 };
const small = { width: 120, height: 30 };

test('the tooltip is below its control, in the middle', () => {
  const control = { left: 700, top: 100, width: 40, height: 44 };
  expect(placeTooltip(control, small, desktop)).toEqual({ side: 'below', left: 660, top: 144 + tooltipGap });
});

test('at the bottom of the window the tooltip is above its control', () => {
  const control = { left: 700, top: 850, width: 40, height: 44 };
  expect(placeTooltip(control, small, desktop)).toEqual({ side: 'above', left: 660, top: 850 - tooltipGap - 30 });
});

test('at the edge of the window the tooltip moves inwards', () => {
  const control = { left: 1390, top: 6, width: 44, height: 44 };
  expect(placeTooltip(control, small, desktop).left).toBe(1440 - 8 - 120);
});

test('next to a control as high as the window the tooltip is right or left', () => {
  const column = { left: 300, top: 0, width: 40, height: 900 };
  expect(placeTooltip(column, small, desktop).side).toBe('right');
  expect(placeTooltip({ ...column, left: 1390 }, small, desktop).side).toBe('left');
});

test('if one side has space, the tooltip is inside the window and not over its control', () => {
  const anywhere = fc.record({
    left: fc.integer({ min: 0, max: 1440 }),
    top: fc.integer({ min: 0, max: 900 }),
    width: fc.integer({ min: 10, max: 800 }),
    height: fc.integer({ min: 10, max: 600 }),
  });
  const size = fc.record({ width: fc.integer({ min: 40, max: 320 }), height: fc.integer({ min: 24, max: 80 }) });
  fc.assert(
    fc.property(anywhere, size, (control, tooltip) => {
      const { left, top } = placeTooltip(control, tooltip, desktop);
      const box = { left, top, ...tooltip };
      expect(isInside(box)).toBe(true);
      expect(isOver(box, control)).toBe(false);
    }),
  );
});

function isInside({ left, top, width, height }: Box): boolean {
  return left >= 0 && top >= 0 && left + width <= desktop.width && top + height <= desktop.height;
}

function isOver(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
