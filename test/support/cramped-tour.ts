import { openBrowser } from './browser.ts';
import { findCrampedText } from './cramped.ts';
import { findMotion } from './motion.ts';
import { openFullLibrary } from './screens.ts';
import type { Tour } from './tours.ts';

/**
 * What is cut, overlaps or moves on every screen of a tour, for someone who wants no motion, in a window of each width.
 * `textScale` 2 is text at 200 %.
 */
export async function takeCrampedTour(
  { visit }: Tour,
  { textScale, widths }: { textScale: number; widths: readonly number[] },
): Promise<string[]> {
  await using server = await openFullLibrary();
  await using browser = await openBrowser({ textScale });
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  await visit(page, server.url, async (name) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      found.push(...(await findCrampedText(page)).map((line) => `${name}, ${width} px: ${line}`));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    found.push(...(await findMotion(page)).map((each) => `${name}: ${each} moves`));
  });
  return found;
}
