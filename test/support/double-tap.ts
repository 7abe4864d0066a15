import type { Page } from 'playwright-core';
import { doubleTapMs } from '#app/features/reader/gestures/tap-recognizer.ts';
import type { Fingers } from './fingers.ts';
import { settled, zoom, type Point } from './reader-spots.ts';

/** Taps twice at a point of the pages. On a busy machine the second tap may be too late for a double tap: then once more. */
export async function doubleTap(page: Page, fingers: Fingers, at: Point): Promise<void> {
  const before = await zoom(page);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const began = performance.now();
    await fingers.tap(at);
    await fingers.tap(at);
    if (performance.now() - began < doubleTapMs) return;
    await settled(page);
    if ((await zoom(page)) !== before) return;
  }
}
