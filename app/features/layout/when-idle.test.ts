import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle, whenLoaded } from './when-idle.ts';

let savesData = false;

beforeEach(() => {
  vi.useFakeTimers();
  savesData = false;
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', {
    get connection() {
      return { saveData: savesData };
    },
  });
  // A browser that is never idle: only the limit ends the wait.
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: { timeout?: number } = {}) => {
    if (timeout !== undefined) setTimeout(run, timeout);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('in a browser that is never idle, the work runs once, after five seconds', () => {
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(4999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('cancelled work does not run, nor does optional work for users who save data', () => {
  const work = vi.fn();
  whenIdle(work)();
  savesData = true;
  whenIdle(work);
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
  whenLoaded(work);
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

test('in a browser without idle callbacks, the work runs soon', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});
