import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { desktop, keepReaderShelf, painted, phone } from '#test/support/reader-shelf.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Whole pages in the window, the panel next to the pages, and the mark of the current match. */

const shelf = keepReaderShelf();
const book = `${pages.material('book')}?open=book`;
const box = async (page: Page) => (await painted(page, 1).boundingBox())!;

test('one click fits a page to the window, which is remembered on this device; another click ends that', async () => {
  const page = await shelf.newPage(desktop);
  const reader = await shelf.open(page, book);
  const fit = reader.getByRole('button', { name: 'Fit page' });
  const before = await box(page);
  await fit.click();
  // The lowest zoom of the specification, at which this page almost fits.
  await expect.poll(async () => (await box(page)).width).toBe(before.width / 2);
  const fitted = await box(page);
  await page.reload();
  await painted(page, 1).waitFor();
  await expect.poll(() => box(page)).toEqual(fitted);
  expect(await fit.getAttribute('aria-pressed')).toBe('true');
  await fit.click();
  await expect.poll(async () => (await box(page)).width).toBe(before.width);
});

test.skipIf(isOnlyInSweep('journeys'))('on a wide window the panel pushes the pages', async () => {
  const page = await shelf.newPage(desktop);
  const reader = await shelf.open(page, book);
  const before = await box(page);
  await reader.getByRole('button', { name: 'Contents' }).click();
  const panel = (await page.getByRole('region', { name: 'Document navigation' }).boundingBox())!;
  await expect.poll(async () => (await box(page)).x).toBeGreaterThan(panel.x + panel.width);
  const pushed = await box(page);
  expect(pushed.x + pushed.width).toBeLessThanOrEqual(1440);
  await reader.getByRole('button', { name: 'Close panel' }).click();
  await expect.poll(() => box(page)).toEqual(before);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the mark of the current match covers no other line, and its words keep a contrast of 4.5 to 1',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await shelf.newPage({ ...phone, colorScheme });
      const reader = await shelf.open(page, book);
      await reader.getByRole('button', { name: 'Find in document' }).click();
      await page.getByRole('textbox', { name: 'Find in document' }).fill('Line 9');
      const mark = page.locator('.reader-hit[data-current]').first();
      await mark.waitFor();
      const seen = await mark.evaluate((element) => {
        const { outlineStyle, boxShadow, backgroundColor } = getComputedStyle(element);
        const { top, bottom } = element.getBoundingClientRect();
        const lines = [...document.querySelectorAll('[data-text-of-page="1"] span')].filter(
          (line) => !line.textContent?.startsWith('Line 9'),
        );
        const isOver = lines.some((line) => {
          const other = line.getBoundingClientRect();
          return other.bottom > top + 0.5 && other.top < bottom - 0.5;
        });
        return { outlineStyle, isInside: boxShadow.includes('inset'), backgroundColor, isOver };
      });
      expect(seen).toMatchObject({ outlineStyle: 'none', isInside: true, isOver: false });
      // The page as drawn: black on white, or inverted (dark.css).
      const [paper, ink] = colorScheme === 'dark' ? [18, 237] : [255, 0];
      expect(contrastUnder(seen.backgroundColor, paper, ink)).toBeGreaterThan(4.5);
      await page.context().close();
    }
  },
);

/** Returns the contrast (WCAG) of grey words on grey paper under a translucent colour. */
function contrastUnder(colour: string, paper: number, ink: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (grey: number) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const mixed = (grey * (1 - alpha) + value * alpha) / 255;
      return mixed <= 0.04045 ? mixed / 12.92 : ((mixed + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(paper), luminance(ink)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}
