/** CSS pixels, from the window's top left corner. */
export type Box = { left: number; top: number; width: number; height: number };

type Size = { width: number; height: number };

export type TooltipSide = 'below' | 'above' | 'right' | 'left';

/** Space between the tooltip and its control; tooltip.css bridges the gap for the pointer. */
export const tooltipGap = 6;

const windowMargin = 8;

/**
 * Returns the position of a tooltip of that size: below its control, else above, right or left of it, centred as far as
 * the edge of the window allows. Covers the control only if no side has space.
 */
export function placeTooltip(
  control: Box,
  tooltip: Size,
  window: Size,
): { side: TooltipSide; left: number; top: number } {
  const right = control.left + control.width + tooltipGap;
  const below = control.top + control.height + tooltipGap;
  const center = control.left + control.width / 2 - tooltip.width / 2;
  const middle = control.top + control.height / 2 - tooltip.height / 2;
  const places = {
    below: { left: center, top: below },
    above: { left: center, top: control.top - tooltipGap - tooltip.height },
    right: { left: right, top: middle },
    left: { left: control.left - tooltipGap - tooltip.width, top: middle },
  };
  const most = {
    left: window.width - windowMargin - tooltip.width,
    top: window.height - windowMargin - tooltip.height,
  };
  const side =
    (['below', 'above'] as const).find((each) => isWithin(places[each].top, most.top)) ??
    (['right', 'left'] as const).find((each) => isWithin(places[each].left, most.left)) ??
    'below';
  return { side, left: clamp(places[side].left, most.left), top: clamp(places[side].top, most.top) };
}

function isWithin(value: number, most: number): boolean {
  return value >= windowMargin && value <= most;
}

function clamp(value: number, most: number): number {
  return Math.max(windowMargin, Math.min(value, most));
}
