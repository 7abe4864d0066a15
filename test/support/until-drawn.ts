import type { Page } from 'playwright-core';

/** A browser without a screen may leave a frame out when nothing on the page changes. */
const maxFrameMs = 5000;

/** Resolves when what was asked of the page has been drawn: after two frames, or when there are none. */
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
