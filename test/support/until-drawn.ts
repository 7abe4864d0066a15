import type { Page } from 'playwright-core';

/** Maximum wait for a frame: a browser without a screen may skip one if nothing on the page changes. */
const maxFrameMs = 5000;

/** Resolves when the page's changes have been drawn: after two frames, or after the maximum wait if there are none. */
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
