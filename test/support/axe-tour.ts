import type { Page } from 'playwright-core';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openFullLibrary } from './screens.ts';
import type { Tour } from './tours.ts';

/** What axe finds, contrast included, on every screen of a tour in a window of that size, light and dark. */
export async function takeAxeTour({ visit }: Tour, viewport: { width: number; height: number }): Promise<string[]> {
  await using server = await openFullLibrary();
  await using browser = await openBrowser();
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  await visit(page, server.url, async (name) => {
    // The theme changes under the open page, as a person may change it: all else stays as it was.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((theme) => document.documentElement.classList.toggle('dark', theme === 'dark'), colorScheme);
      await untilDrawn(page);
      found.push(...(await findAxeViolations(page)).map((violation) => `${name}, ${colorScheme}: ${violation}`));
    }
  });
  return found;
}

/** What hears of the theme, as the reader does, has been drawn in it. */
function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}
