import type { Locator, Page } from 'playwright-core';

/** What a person may see when a document is opened in the reader. */
export const readerOutcomes = ['shows a page', 'asks for its password', 'says it cannot be shown'] as const;

export type ReaderOutcome = (typeof readerOutcomes)[number];

/**
 * Opens an address whose reader opens with it and waits until the person sees one of the three outcomes. Also answers
 * every uncaught error of the page and every answer of status 500 or more. Throws when nothing happens for 40 seconds.
 */
export async function watchReader(page: Page, address: string): Promise<{ outcome: ReaderOutcome; errors: string[] }> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('crash', () => errors.push('the page crashed'));
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  await page.goto(address);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ timeout: 40_000 });
  const outcome = await Promise.any<ReaderOutcome>([
    dialog
      .locator('[data-page-number="1"][data-state="painted"]')
      .first()
      .waitFor({ timeout: 40_000 })
      .then(() => 'shows a page'),
    page
      .getByText('Enter the password to open this PDF file.')
      .waitFor({ timeout: 40_000 })
      .then(() => 'asks for its password'),
    dialog
      .getByText(/Failed to load PDF file\.|This page cannot be shown/)
      .first()
      .waitFor({ timeout: 40_000 })
      .then(() => 'says it cannot be shown'),
  ]);
  return { outcome, errors };
}

/** Uses one of the reader's actions where it stands: on the bars, else in the menu, which closes after it. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const onBar = dialog.getByRole('button', { name, exact: true });
  if (await onBar.isVisible()) return onBar.click();
  await dialog.getByRole('button', { name: 'More', exact: true }).click();
  await (await findItem(page, name)).click();
  const menu = dialog.getByRole('menu');
  if (await menu.isVisible()) await page.keyboard.press('Escape');
}

/** Whether one of the reader's actions may be used now. Leaves no menu open. */
export async function isToolEnabled(page: Page, name: string): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  const onBar = dialog.getByRole('button', { name, exact: true });
  if (await onBar.isVisible()) return onBar.isEnabled();
  await dialog.getByRole('button', { name: 'More', exact: true }).click();
  const item = await findItem(page, name);
  const isDisabled = await item.getAttribute('aria-disabled');
  await page.keyboard.press('Escape');
  return isDisabled !== 'true';
}

/** Whether one of the reader's actions is on; null for one that is neither. Leaves no menu open. */
export async function isToolOn(page: Page, name: string): Promise<boolean | null> {
  const dialog = page.getByRole('dialog');
  const onBar = dialog.getByRole('button', { name, exact: true });
  const read = (said: string | null) => (said === null ? null : said === 'true');
  if (await onBar.isVisible()) return read(await onBar.getAttribute('aria-pressed'));
  await dialog.getByRole('button', { name: 'More', exact: true }).click();
  const said = await (await findItem(page, name)).getAttribute('aria-checked');
  await page.keyboard.press('Escape');
  return read(said);
}

async function findItem(page: Page, name: string): Promise<Locator> {
  const menu = page.getByRole('dialog').getByRole('menu');
  const exactly = { name, exact: true };
  const item = menu.getByRole('menuitem', exactly).or(menu.getByRole('menuitemcheckbox', exactly));
  await item.waitFor();
  return item;
}
