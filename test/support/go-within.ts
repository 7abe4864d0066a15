import type { Page } from 'playwright-core';

/** Navigates to an address within the open page, as its links do; first waits until the router controls the history. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.waitForFunction(() => !history.pushState.toString().includes('[native code]'));
  await page.evaluate((next) => history.pushState({}, '', next), address);
}
