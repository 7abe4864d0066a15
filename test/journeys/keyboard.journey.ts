import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { expectFocusHeld, expectFocusOn, leaveOutFrame, tabTo, walkPage } from '#test/support/keyboard.ts';
import { openPage } from '#test/support/open-page.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { publicAddresses, visitAddresses } from '#test/support/screens.ts';
import { menuLink, termButton } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** Every flow with the keyboard alone: Tab, Enter, Space, Escape, arrows and letters, no mouse or touch. */

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };

/** Pages whose banner and footer are walked through as well: one for each variant. */
const withFrame = new Set([pages.home(), pages.papers(...shown.subject), pages.books(), pages.about(), pages.login()]);

const walks = [
  { way: 'Tab on a desktop, light', key: 'Tab' as const, options: { ...desktop, colorScheme: 'light' as const } },
  { way: 'Shift+Tab on a phone, dark', key: 'Shift+Tab' as const, options: { ...phone, colorScheme: 'dark' as const } },
].flatMap((walk) =>
  Array.from({ length: 12 }, (_, group) => ({
    ...walk,
    twelfth: group + 1,
    addresses: publicAddresses.filter((__, index) => index % 12 === group),
  })),
);

/** In `npm test` every twelfth address is walked, in one of the two ways. */
const chosen = casesOf('keys', walks, ({ key, twelfth }) => key === 'Tab' && twelfth === 1);

test.each(chosen)(
  'on every address (twelfth $twelfth) $way reaches each control, which is named, in view and marked',
  async ({ key, options, addresses }) => {
    await using server = await openFullLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage(options);
    const found: string[] = [];
    const look = async (name: string) => {
      if (!withFrame.has(name)) await leaveOutFrame(page);
      found.push(...(await walkPage(page, key)).map((fault) => `${name}: ${fault}`));
    };
    await visitAddresses(page, server.url, look, addresses);
    expect(found).toEqual([]);
  },
);

test('a visitor finds, reads and closes a paper without a mouse', async () => {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  const trouble = watchForTrouble(page);
  await openPage(page, server.url);
  const main = page.getByRole('main');

  await page.keyboard.press('Tab');
  await expectFocusOn(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, main);
  const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'BSc CSIT', exact: true }) });
  await tabTo(page, card.getByRole('button', { name: 'Select Faculty' }));
  await page.keyboard.press('Space');
  await page.waitForURL('**/faculty/csit/semester/1');
  await expectFocusOn(page, main);

  await tabTo(page, termButton(page, 'Semester 2'));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, termButton(page, 'Semester 2').and(page.getByRole('button', { expanded: true })));
  await tabTo(page, termButton(page, 'Semester 1'), 'Shift+Tab');
  await page.keyboard.press('Space');
  await tabTo(page, menuLink(page, 'C Programming'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'C Programming' }).waitFor();
  await expectFocusOn(page, menuLink(page, 'C Programming').or(main));

  await tabTo(page, page.getByRole('tab', { name: 'Question Papers' }));
  await page.keyboard.press('ArrowRight');
  await expectFocusOn(page, page.getByRole('tab', { name: 'Study Notes' }));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Study Notes', selected: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Question Papers', selected: true }).waitFor();
  const view = main.getByRole('link', { name: /^View .*2025/ });
  await tabTo(page, view);
  await page.keyboard.press('Enter');
  await readPdf(page);
  await expectFocusOn(page, view);

  const preview = main.getByRole('link', { name: /^View .*2024/ });
  await tabTo(page, preview);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.frameLocator('iframe').getByRole('heading').first().waitFor();
  await expectFocusHeld(page);
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Space');
  await expectFocusOn(page, preview);
  await page.keyboard.press('Enter');
  await dialog.frameLocator('iframe').getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await expectFocusOn(page, preview);
  expect(trouble()).toEqual([]);
});

/** In the reader: to a page, zooms in, changes the tone, and leaves. */
async function readPdf(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await expectFocusOn(page, dialog.getByRole('region', { name: /^Pages of/ }));
  await expectFocusHeld(page);
  await tabTo(page, dialog.getByLabel('Go to page'));
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await dialog.locator('[data-page-number="2"][data-state="painted"]').waitFor();
  await expect.poll(() => dialog.getByLabel('Go to page').inputValue()).toBe('2');
  await expectFocusOn(page, dialog.getByRole('region', { name: /^Pages of/ }));
  await tabTo(page, dialog.getByRole('button', { name: 'Zoom in' }));
  await page.keyboard.press('Enter');
  await dialog.getByText('110 %').waitFor();
  await page.keyboard.press('-');
  await dialog.getByText('100 %').waitFor();
  await page.keyboard.press('d');
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('the menu of a phone opens, navigates and closes without a mouse, and never covers the focus', async () => {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  await openPage(page, server.url);
  const open = page.getByRole('button', { name: 'Open menu' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close menu' }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocusOn(page, open);
  await page.keyboard.press('Space');
  // Moving the focus out of it closes it.
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'BSc CSIT', exact: true }));
  await tabTo(page, open, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/books');
  await expectFocusOn(page, page.getByRole('main'));
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))('filters and a new post take nothing but keys', async () => {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  const trouble = watchForTrouble(page);
  await openPage(page, server.url + pages.books());
  await tabTo(page, page.getByLabel('Faculty'));
  await page.keyboard.type('BSc CSIT');
  await page.waitForURL(/faculty=csit/);
  await expectFocusOn(page, page.getByLabel('Faculty'));
  await tabTo(page, page.getByLabel('Semester'));
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/semester=2/);
  await page.keyboard.press('ArrowUp');
  await page.waitForURL((url) => !url.search.includes('semester=2'));
  await tabTo(page, page.getByPlaceholder('Search books...'));
  await page.keyboard.type('small');
  await page.waitForURL(/q=small/);
  await expectFocusOn(page, page.getByPlaceholder('Search books...'));
  const read = page.getByRole('main').getByRole('link', { name: /^Read / });
  await expect.poll(() => read.count()).toBe(1);
  await tabTo(page, read);

  await openPage(page, server.url + pages.discussions());
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create Post' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/discussions/create');
  await expectFocusOn(page, page.getByRole('main'));
  await tabTo(page, page.getByRole('button', { name: 'Create Post' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, page.getByLabel('Title', { exact: true }));
  await page.keyboard.type('Which chapters first?');
  await tabTo(page, page.getByLabel('Content', { exact: true }));
  await page.keyboard.type('There are three days left.');
  await tabTo(page, page.getByLabel('Faculty', { exact: true }));
  await page.keyboard.type('BCA');
  const tags = page.getByLabel('Tags', { exact: true });
  await tabTo(page, tags);
  await page.keyboard.type('plan');
  await page.keyboard.press('Enter');
  await page.keyboard.type('chapters');
  await tabTo(page, page.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Space');
  await expectFocusOn(page, tags);
  await tabTo(page, page.getByRole('button', { name: 'Remove tag plan' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, tags);
  await tabTo(page, page.getByRole('button', { name: 'Create Post' }));
  await page.keyboard.press('Enter');
  await page.getByText('The ability to create posts will be available').waitFor();
  await page.waitForURL('**/discussions');
  await expectFocusOn(page, page.getByRole('main'));
  expect(trouble()).toEqual([]);
});

test('after a link the keyboard continues at the new content, and after Back too', async () => {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  const trouble = watchForTrouble(page);
  const main = page.getByRole('main');
  await openPage(page, server.url + pages.papers(...shown.subject));
  // The first page of a visit begins at its top.
  await page.keyboard.press('Tab');
  await expectFocusOn(page, page.getByRole('link', { name: 'Skip to content' }));

  // A link that disappears with its page: the focus is on the content, and the next Tab on its first control.
  await tabTo(page, main.getByRole('link', { name: /^More about .*2025/ }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('link', { name: /^Details of / }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/material/**');
  await expectFocusOn(page, main);
  await page.keyboard.press('Tab');
  await expectFocusOn(page, main.getByRole('link', { name: 'Home' }));
  await page.goBack();
  await page.getByRole('tab', { name: 'Question Papers' }).waitFor();
  await expectFocusOn(page, main);

  // A link that stays keeps the focus.
  const about = page.getByRole('banner').getByRole('link', { name: 'About' });
  await tabTo(page, about, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).filter({ hasText: /about/i }).waitFor();
  await expectFocusOn(page, about);
  expect(trouble()).toEqual([]);
});
