import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Visible positions of the pages of the open reader. */

/** Returns the visible zoom, from the width of the pages, because on a phone no bar shows it. */
export function zoom(page: Page): Promise<string> {
  return page.evaluate(() => {
    const width = document.querySelector<HTMLElement>('.reader-page')!.offsetWidth;
    const share = innerWidth > 768 ? 0.9 : 0.95;
    return `${Math.round((width / (innerWidth * share)) * 100)} %`;
  });
}

export type Point = { x: number; y: number };
type Spot = { page: number; across: number; down: number };

/**
 * Returns the position in the document at a point of the window: the nearest page, and how far across and down it, as
 * fractions of its size.
 */
export function spotAt(page: Page, at: Point): Promise<Spot> {
  return page.evaluate(({ x, y }) => {
    const near = [...document.querySelectorAll<HTMLElement>('[data-page-number]')]
      .map((element) => ({ number: Number(element.dataset['pageNumber']), box: element.getBoundingClientRect() }))
      .map((each) => ({ ...each, far: Math.max(each.box.top - y, y - each.box.bottom, 0) }))
      .toSorted((one, other) => one.far - other.far)[0];
    if (!near) throw new Error('there is no page');
    const { number, box } = near;
    return { page: number, across: (x - box.left) / box.width, down: (y - box.top) / box.height };
  }, at);
}

/** Returns the current position of such a spot in the window. */
export function pointOf(page: Page, spot: Spot): Promise<Point> {
  return page.evaluate(({ page: number, across, down }) => {
    const box = document.querySelector(`[data-page-number="${number}"]`)!.getBoundingClientRect();
    return { x: box.left + across * box.width, y: box.top + down * box.height };
  }, spot);
}

export async function expectAt(page: Page, spot: Spot, at: Partial<Point>, pixels = 2) {
  const found = await pointOf(page, spot);
  const far = Math.hypot(found.x - (at.x ?? found.x), found.y - (at.y ?? found.y));
  expect(far).toBeLessThanOrEqual(pixels);
}

/** Waits until the fingers are lifted and the pages are laid out in their new size. */
export async function settled(page: Page) {
  await page.locator('.reader-strip:not([data-stretching])').waitFor();
}

export const scroller = (page: Page) => page.getByRole('region', { name: /^Pages of/ });
export const scrollTop = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);
/** Returns the point in the window where reading begins: below the bars and the gap. */
export function lineOf(page: Page): Promise<Point> {
  return scroller(page).evaluate((element) => {
    const above = Number.parseFloat(getComputedStyle(element.closest('dialog')!).getPropertyValue('--bar-above'));
    return { x: innerWidth / 2, y: element.getBoundingClientRect().top + above + 12 };
  });
}
