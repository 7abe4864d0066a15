import type { Page } from 'playwright-core';

/** Counts calls of print, in this window and in frames of the same origin, instead of opening a dialog. */
export function countPrints(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const counted = window as unknown as { prints: string[] };
    counted.prints = [];
    window.print = () => counted.prints.push('window');
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLIFrameElement) || !target.contentDocument) return;
        const words = target.contentDocument.body.innerText;
        target.contentWindow!.print = () => counted.prints.push(words);
      },
      { capture: true },
    );
  });
}

/** What was printed so far: `window`, or the text of a frame. */
export const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: string[] }).prints);
/** The pictures of pages that are printed. */
export const printed = (page: Page) => page.locator('.printed-pages img');
