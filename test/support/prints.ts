import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Prints so far: `window`, or the text of the printed frame. */
    prints?: string[];
  }
}

/** Counts calls of print, in this window and in frames of the same origin, instead of opening a dialog. */
export function countPrints(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const prints = (window.prints = [] as string[]);
    window.print = () => prints.push('window');
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLIFrameElement) || !target.contentDocument || !target.contentWindow) return;
        const words = target.contentDocument.body.innerText;
        target.contentWindow.print = () => prints.push(words);
      },
      { capture: true },
    );
  });
}

/** Returns the prints so far: `window`, or the text of the printed frame. */
export const prints = (page: Page) => page.evaluate(() => window.prints ?? []);
/** The pictures of printed pages. */
export const printed = (page: Page) => page.locator('.printed-pages img');
