import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const views = [
  { name: 'phone, dark', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const } },
  { name: 'desktop, light', options: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const } },
];

test.skipIf(isOnlyInSweep('journeys')).each(views)(
  'the guide to the interface reads well without scripts: $name',
  async ({ options }) => {
    await using server = await openTestServer();
    await using browser = await shareBrowser();
    const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
    const trouble = watchForTrouble(page);
    await page.goto(`${server.url}/v1/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Evaluated in the page itself: with scripts off it could not respond.
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Files', exact: true }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#topic-files');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(trouble()).toEqual([]);
  },
);
