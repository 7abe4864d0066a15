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

/** Rests on the control until its tooltip is open. */
function openBy(control: string): void {
  timing.pointTo(control);
  vi.advanceTimersByTime(700);
  expect(shown).toBe(control);
}

test('a tooltip opens once the pointer has rested 700 ms, and closes as it leaves', () => {
  timing.pointTo('zoom');
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('zoom');
  timing.pointTo(null);
  expect(shown).toBeNull();
});

test('what the pointer waited before counts', () => {
  timing.pointTo('zoom', 500);
  vi.advanceTimersByTime(199);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('zoom');
});

test('a pointer that only passes opens nothing', () => {
  timing.pointTo('zoom');
  vi.advanceTimersByTime(699);
  timing.pointTo(null);
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

test('from one control straight to the next there is no delay', () => {
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

test('the keyboard opens at once, and leaving closes', () => {
  timing.focusOn('zoom');
  expect(shown).toBe('zoom');
  timing.focusOn(null);
  expect(shown).toBeNull();
});

test('while the focus stays, a passing pointer takes the tooltip along and gives it back', () => {
  timing.focusOn('zoom');
  timing.pointTo('close');
  expect(shown).toBe('close');
  timing.pointTo(null);
  expect(shown).toBe('zoom');
});

test('a control that was pressed stays quiet until pointer and focus have left it', () => {
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

test('a press before the delay has passed calls the tooltip off', () => {
  timing.pointTo('theme');
  vi.advanceTimersByTime(200);
  timing.dismiss();
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

test('a control that goes from the page takes its tooltip with it', () => {
  openBy('delete');
  timing.forget('delete');
  expect(shown).toBeNull();
});
