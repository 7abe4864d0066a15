import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTooltipTiming } from './tooltip-timing.ts';

let shown: string | null = null;
let timing: ReturnType<typeof createTooltipTiming<string>>;

beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  timing = createTooltipTiming<string>({ show: (control) => (shown = control), hide: () => (shown = null) });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Hovers over the control until its tooltip is open. */
function openBy(control: string): void {
  timing.pointTo(control);
  vi.advanceTimersByTime(700);
  expect(shown).toBe(control);
}

test('a tooltip opens after the pointer has rested for 700 ms, and closes when it leaves', () => {
  timing.pointTo('zoom');
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('zoom');
  timing.pointTo(null);
  expect(shown).toBeNull();
});

test('time that the pointer has already waited counts', () => {
  timing.pointTo('zoom', 500);
  vi.advanceTimersByTime(199);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('zoom');
});

test('a pointer that only passes over a control opens no tooltip', () => {
  timing.pointTo('zoom');
  vi.advanceTimersByTime(699);
  timing.pointTo(null);
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

test('moving straight from one control to the next has no delay', () => {
  openBy('zoom');
  timing.pointTo('close');
  expect(shown).toBe('close');
});

test.each([
  { pause: 300, opens: 'close' },
  { pause: 301, opens: null },
])('$pause ms after the last tooltip closed, the next control shows $opens at once', ({ pause, opens }) => {
  openBy('zoom');
  timing.pointTo(null);
  vi.advanceTimersByTime(pause);
  timing.pointTo('close');
  expect(shown).toBe(opens);
});

test('with the keyboard the tooltip opens at once, and closes when the focus leaves', () => {
  timing.focusOn('zoom');
  expect(shown).toBe('zoom');
  timing.focusOn(null);
  expect(shown).toBeNull();
});

test('while the focus stays, the tooltip follows a passing pointer and then returns', () => {
  timing.focusOn('zoom');
  timing.pointTo('close');
  expect(shown).toBe('close');
  timing.pointTo(null);
  expect(shown).toBe('zoom');
});

test('a control that was pressed shows no tooltip until pointer and focus have left it', () => {
  openBy('theme');
  timing.dismiss();
  expect(shown).toBeNull();
  timing.focusOn('theme');
  timing.pointTo(null);
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
  timing.focusOn(null);
  timing.focusOn('theme');
  expect(shown).toBe('theme');
});

test('a press before the delay has passed cancels the tooltip', () => {
  timing.pointTo('theme');
  vi.advanceTimersByTime(200);
  timing.dismiss();
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

test('when a control is removed from the page, its tooltip closes', () => {
  openBy('delete');
  timing.forget('delete');
  expect(shown).toBeNull();
});
