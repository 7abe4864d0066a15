import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilReadable, type FirstPicture } from './first-picture.ts';

const frames: (() => void)[] = [];

beforeEach(() => {
  frames.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a picture that loads or fails when the test decides. */
function pictureOf(isLoaded: Promise<boolean>): FirstPicture {
  return { image: {} as HTMLImageElement, isLoaded };
}

function watch(picture: FirstPicture | null): { isReadable: boolean } {
  const seen = { isReadable: false };
  void untilReadable(picture).then(() => (seen.isReadable = true));
  return seen;
}

test("a document is loaded at once if there is no picture, or if it can't be loaded", async () => {
  const none = watch(null);
  const missing = watch(pictureOf(Promise.resolve(false)));
  await vi.advanceTimersByTimeAsync(0);
  expect([none.isReadable, missing.isReadable]).toEqual([true, true]);
});

test('a document is loaded when the picture of its first page has been painted', async () => {
  const seen = watch(pictureOf(Promise.resolve(true)));
  await vi.advanceTimersByTimeAsync(0);
  for (const isReadable of [false, true]) {
    frames.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.isReadable).toBe(isReadable);
  }
});

test('a document waits two seconds for a slow picture, and no longer', async () => {
  const seen = watch(pictureOf(new Promise(() => {})));
  await vi.advanceTimersByTimeAsync(1999);
  expect(seen.isReadable).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.isReadable).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
