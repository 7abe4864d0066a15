import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSilence } from './use-frame-sandbox.ts';
import type { FrameSource } from './frame-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow({ source = 'server' as FrameSource, isFromDevice = false, isOnline = true } = {}) {
  const frame = { source, isReady: false, checks: 0, reports: [] as string[] };
  const stop = followSilence({
    isReady: () => frame.isReady,
    isFromDevice,
    isOnline,
    async findSource() {
      frame.checks += 1;
      return frame.source;
    },
    onDevice: () => void frame.reports.push('device'),
    onFailed: () => void frame.reports.push('failed'),
  });
  return { frame, stop };
}

/** No frame fires `load` in these tests: Firefox and WebKit fire none for a page that fails to load. */
test("a frame that fails to load is loaded from the device if the server doesn't respond, at once if offline", async () => {
  const { frame } = follow({ source: 'device' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(frame.reports).toEqual(['device']);
  const offline = follow({ source: 'device', isOnline: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(offline.frame.reports).toEqual(['device']);
});

test('a frame whose page is unavailable has failed', async () => {
  const { frame } = follow({ source: 'nowhere' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(frame.reports).toEqual(['failed']);
});

test('a slow frame is checked three times, and then has failed', async () => {
  for (const options of [{}, { source: 'device' as const, isFromDevice: true }]) {
    const { frame } = follow(options);
    await vi.advanceTimersByTimeAsync(20_999);
    expect([frame.checks, frame.reports]).toEqual([2, []]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([frame.checks, frame.reports]).toEqual([3, ['failed']]);
  }
});

test('a frame that reports, also during a check, stays unchanged, and a removed one is not checked', async () => {
  const ready = follow({ source: 'nowhere' });
  ready.frame.isReady = true;
  const removed = follow({ source: 'nowhere' });
  removed.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([ready.frame.checks, removed.frame.checks]).toEqual([0, 0]);
  const during = follow({ source: 'device' });
  vi.advanceTimersByTime(1000);
  during.frame.isReady = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect([during.frame.checks, during.frame.reports]).toEqual([1, []]);
});
