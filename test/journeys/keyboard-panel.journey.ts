import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { expectFocusHeld, expectFocusInside, expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { openPage } from '#test/support/open-page.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

test.skipIf(isOnlyInSweep('journeys'))(
  'an administrator signs in, publishes, edits, hides, deletes, restores and leaves without a mouse',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const page = await browser.newPage(desktop);
    const trouble = watchForTrouble(page);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await openPage(page, server.url + pages.login());
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(administrator.email);
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type(administrator.password);
    await tabTo(page, page.getByLabel('Keep me signed in'));
    await page.keyboard.press('Space');
    await tabTo(page, main.getByRole('button', { name: 'Login', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Upload Content' }).waitFor();
    await expectFocusOn(page, main);

    await tabTo(page, page.getByRole('group', { name: 'Content type' }).getByRole('button', { name: 'Study Notes' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Faculty'));
    await page.keyboard.type('BSc CSIT');
    await tabTo(page, page.getByLabel('Level'));
    await page.keyboard.type('Semester 1');
    await expect.poll(() => page.getByLabel('Subject').isEnabled()).toBe(true);
    await tabTo(page, page.getByLabel('Subject'));
    await page.keyboard.type('Physics');
    const file = page.getByLabel('File (PDF)');
    await tabTo(page, file);
    // The system's file dialog cannot be controlled by the test.
    await file.setInputFiles({ name: 'Waves.pdf', mimeType: 'application/pdf', buffer: makePdf([['Waves']]) });
    await tabTo(page, page.getByRole('button', { name: 'Upload Study Note' }));
    await page.keyboard.press('Enter');
    await page.getByText('"Waves" has been uploaded successfully').first().waitFor();
    // The next one needs only its file.
    await expectFocusOn(page, file);
    await page.getByText(/^The next file goes to Physics, .*CSIT, Semester 1, like the last one\.$/).waitFor();
    await file.setInputFiles({ name: 'Light.pdf', mimeType: 'application/pdf', buffer: makePdf([['Light']]) });
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Physics');
    await page.keyboard.press('Control+Enter');
    await page.getByText('"Light" has been uploaded successfully').first().waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Choose another place' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, page.getByLabel('Faculty'));

    await tabTo(page, page.getByRole('tab', { name: 'Upload Content' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expectFocusOn(page, page.getByRole('tab', { name: 'Manage Content', selected: true }));
    await tabTo(
      page,
      page.getByRole('group', { name: 'Content type to manage' }).getByRole('button', { name: 'Study Notes' }),
    );
    await page.keyboard.press('Enter');
    const edit = page.getByRole('button', { name: 'Edit Waves', exact: true });
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByLabel('Title'));
    await expectFocusHeld(page);
    await tabTo(page, dialog.getByLabel('Title'));
    await page.keyboard.press('End');
    await page.keyboard.type(' and light');
    await page.keyboard.press('Enter');
    await page.getByText('Study Note updated').waitFor();
    await expectFocusOn(page, page.getByRole('button', { name: 'Edit Waves and light' }));

    const [address, fileAddress] = await addressesOf(page, 'Waves and light');
    await tabTo(page, page.getByRole('button', { name: 'Hide Waves and light' }));
    await page.keyboard.press('Enter');
    await expectFocusOn(page, dialog.getByLabel('Reason'));
    await expectFocusHeld(page);
    await tabTo(page, dialog.getByRole('button', { name: 'The owner asked' }));
    await page.keyboard.press('Enter');
    await expectFocusOn(page, dialog.getByLabel('Reason'));
    await page.keyboard.press('Enter');
    // The toast covers the row, so the focus is not visible now.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Show again: Waves and light');
    await page.getByText(/^Hidden since .*: The owner asked$/).waitFor();
    expect([await statusOf(server.url + address), await statusOf(fileAddress)]).toEqual([410, 404]);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Hide Waves and light');
    await page.getByText('"Waves and light" is back on the site.').first().waitFor();
    await page.waitForFunction(() => document.querySelector('.Toastify__toast') === null);
    await expectFocusOn(page, page.getByRole('button', { name: 'Hide Waves and light' }));
    expect([await statusOf(server.url + address), await statusOf(fileAddress)]).toEqual([200, 200]);

    await tabTo(page, page.getByRole('button', { name: 'Delete Waves and light' }));
    await page.keyboard.press('Enter');
    await page.getByText('The Study Note has been deleted successfully').first().waitFor();
    await page.getByRole('button', { name: 'Delete Waves and light' }).waitFor({ state: 'detached' });
    await expectFocusInside(page, 'main');
    await page.keyboard.press('Alt+t');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expectFocusInside(page, 'main');
    await tabTo(page, page.getByRole('button', { name: 'Delete Waves and light' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete Waves and light' }).waitFor({ state: 'detached' });
    // The toasts, this one's and possibly the first one's, cover the bar for five seconds.
    await expect.poll(() => page.getByText('The Study Note has been deleted successfully').count()).toBe(0);
    await tabTo(page, page.getByRole('button', { name: 'Trash', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const purge = page.getByRole('button', { name: 'Delete permanently: Waves and light' });
    await tabTo(page, purge);
    await page.keyboard.press('Enter');
    await dialog.getByText('This can’t be undone.').waitFor();
    await expectFocusHeld(page);
    await page.keyboard.press('Escape');
    await expectFocusOn(page, purge);
    await tabTo(page, page.getByRole('button', { name: 'Restore Waves and light' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The trash is empty.').waitFor();
    await expectFocusInside(page, 'main');
    // Toasts cover the top right while they are visible.
    await page.waitForFunction(() => document.querySelector('.Toastify__toast') === null);
    await tabTo(page, page.getByRole('button', { name: 'Logout' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await expectFocusOn(page, main);
    expect(trouble()).toEqual([]);
  },
);

/** The addresses of a material in the table and of its file. */
async function addressesOf(page: Page, title: string): Promise<[string, string]> {
  const row = page.locator('tr[data-material]').filter({ hasText: title });
  const id = (await row.getAttribute('data-material')) ?? '';
  const file = await row.getByRole('link').evaluate((link: HTMLAnchorElement) => link.href);
  return [pages.material(id), file];
}

/** Returns the status that a visitor gets. */
async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}
