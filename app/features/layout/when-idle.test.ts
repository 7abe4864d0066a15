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

test('a browser that is never idle does the work after five seconds, once', () => {
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(4999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that was cancelled, or is not for those who save data, is not done', () => {
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

test('a browser without idle callbacks does the work soon', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  const work = vi.fn();
  whenIdle(work);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});
