import type { CDPSession, Page } from 'playwright-core';

const usualPx = 16;
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Sets the size of text as the browser's own settings do: 2 is twice as large. It applies to the page until it is set
 * again; media queries and `rem` follow it.
 */
export async function setTextScale(page: Page, scale: number): Promise<void> {
  // The setting ends with its session, so the session stays open.
  const tools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, tools);
  await tools.send('Page.setFontSizes', { fontSizes: { standard: usualPx * scale } });
}
