import type { Locator, Page } from 'playwright-core';
import { readerActions } from '#app/features/reader/actions/reader-actions.ts';

/** Uses an action of the reader: in a toolbar, or else in the menu, which it then closes. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const onBar = dialog.getByRole('button', { name, exact: true });
  if (await onBar.isVisible()) return onBar.click();
  await dialog.getByRole('button', { name: 'More', exact: true }).click();
  const menu = dialog.getByRole('menu');
  await menu.waitFor();
  if ((await itemOf(page, name).count()) === 0) {
    // On touch screens the menu has a part of the actions; all have keys.
    await page.keyboard.press('Escape');
    const key = readerActions.find(({ label }) => label === name)?.keys[0];
    if (!key) throw new Error(`no action ${name} has a key`);
    return page.keyboard.press(key);
  }
  await itemOf(page, name).click();
  if (await menu.isVisible()) await page.keyboard.press('Escape');
}

/** Returns true if an action of the reader is enabled. Leaves no menu open. */
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

/** Returns true if an action of the reader is on; null for an action that can't be on or off. Leaves no menu open. */
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

/** Waits until the view has come to rest at a page. The page is drawn while the view scrolls to it. */
export async function arriveAt(page: Page, number: number): Promise<void> {
  await page.locator(`[data-page-number="${number}"][data-state="painted"]`).waitFor();
  await page.waitForFunction(
    (number) => {
      const sheet = document.querySelector(`[data-page-number="${number}"]`)?.getBoundingClientRect();
      const last = window as { lastTop?: number | undefined };
      const isStill = sheet !== undefined && last.lastTop === sheet.top;
      last.lastTop = sheet?.top;
      return isStill && sheet.top < innerHeight && sheet.bottom > 0;
    },
    number,
    { polling: 150 },
  );
}

async function findItem(page: Page, name: string): Promise<Locator> {
  const item = itemOf(page, name);
  await item.waitFor();
  return item;
}

function itemOf(page: Page, name: string): Locator {
  const menu = page.getByRole('dialog').getByRole('menu');
  const exactly = { name, exact: true };
  return menu.getByRole('menuitem', exactly).or(menu.getByRole('menuitemcheckbox', exactly));
}
