import type { Page } from 'playwright-core';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { visitManage, visitTransfers, visitTrash, visitUpload } from './panel-screens.ts';
import { openFullLibrary, visitAddresses } from './screens.ts';
import { visitDialogs, visitOpenedPages } from './visitor-screens.ts';

type Tour = { what: string; visit: typeof visitAddresses };

/** Every screen and state of the product, in parts that take about as long as each other. */
export const axeTours: readonly Tour[] = [
  { what: 'any address', visit: visitAddresses },
  { what: 'menus, toasts and failures', visit: visitOpenedPages },
  { what: 'the reader and the paper preview', visit: visitDialogs },
  { what: 'login and upload', visit: visitUpload },
  { what: 'uploads under way and done', visit: visitTransfers },
  { what: 'managing', visit: visitManage },
  { what: 'trash and renewed sign-in', visit: visitTrash },
];

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
