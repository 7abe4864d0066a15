import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { openBrowser } from '#test/support/browser.ts';
import { visitManage, visitTransfers, visitTrash, visitUpload } from '#test/support/panel-screens.ts';
import { openFullLibrary, visitAddresses } from '#test/support/screens.ts';
import { visitDialogs, visitOpenedPages } from '#test/support/visitor-screens.ts';

const widths = [
  { where: 'a phone', viewport: { width: 390, height: 844 } },
  { where: 'a desktop', viewport: { width: 1440, height: 900 } },
];
const tours = [
  { what: 'any address', visit: visitAddresses },
  { what: 'menus, toasts and failures', visit: visitOpenedPages },
  { what: 'the reader and the paper preview', visit: visitDialogs },
  { what: 'login and upload', visit: visitUpload },
  { what: 'uploads under way and done', visit: visitTransfers },
  { what: 'managing', visit: visitManage },
  { what: 'trash and renewed sign-in', visit: visitTrash },
];
const cases = widths.flatMap((width) => tours.map((tour) => ({ ...width, ...tour })));

test.each(cases)('axe finds nothing wrong with $what on $where, light or dark', async ({ viewport, visit }) => {
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
  expect(found).toEqual([]);
});

/** What hears of the theme, as the reader does, has been drawn in it. */
function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}
