import type { Page } from 'playwright-core';

/** Longest wait for a frame: a browser without a screen may skip one when nothing on the page changes. */
const maxFrameMs = 5000;

/** Resolves when the page's changes have been drawn: after two frames, or when there are none. */
export function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(
    (timeout) =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
        setTimeout(resolve, timeout);
      }),
    maxFrameMs,
  );
}
