import type { Locator, Page, Route } from 'playwright-core';

/** Ways to bring a page into a state that otherwise is too short or too rare for a picture. */

/** Never responds, so that the page keeps waiting. */
export const holdBack = (_route: Route): void => {};

/** Responds with a server error. */
export const fail = (route: Route): Promise<void> => route.fulfill({ status: 500, json: {} });

/**
 * Advances the page's clock, which `prepare` has installed, until the locator exists, so that retries need no waiting.
 */
export async function passTimeUntil(page: Page, wanted: Locator): Promise<void> {
  for (let seconds = 0; (await wanted.count()) === 0; seconds += 1) {
    if (seconds > 90) throw new Error('did not come within 90 seconds of the page');
    await page.clock.runFor(1000);
  }
  await wanted.first().waitFor();
}

/** Prevents toasts from closing, by making the window seem to have lost the focus. */
export async function keepToasts(page: Page): Promise<void> {
  await page.locator('.Toastify__toast').first().waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
}

/** Focuses as by the keyboard, with the focus ring. */
export async function focusWithKeyboard(page: Page, wanted: Locator): Promise<void> {
  await page.keyboard.press('Tab');
  await wanted.focus();
  await wanted.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

export async function paperPainted(page: Page): Promise<void> {
  await page.locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
}
