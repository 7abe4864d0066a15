import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { expectFocusInside, expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** Counts a page's requests for a list. */
function countLists(page: Page): { count: number } {
  const lists = { count: 0 };
  page.on('request', (request) => {
    if (/\/collections\/papers\/documents\?/.test(request.url())) lists.count += 1;
  });
  return lists;
}

/** Resolves once the page has subscribed to changes. */
function followsChanges(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"to":"subscribe"')) resolve();
      }),
    );
  });
}

test.skipIf(isOnlyInSweep('journeys'))(
  'two hundred papers are moved by keyboard, seen at once by a visitor, and moved back by one undo',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const { database } = server.resources;
    await addFile(database, 'file');
    await database.transaction(async ({ materials }) => {
      for (let index = 0; index < 200; index += 1)
        await materials.insert(newMaterial(`m${index}`, { title: `Misfiled ${String(index).padStart(3, '0')}` }));
      for (let index = 0; index < 30; index += 1)
        await materials.insert(newMaterial(`o${index}`, { title: `Other ${index}`, subject: 'Physics' }));
    });
    const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
    const visitor = await browser.newPage(options);
    const isLive = followsChanges(visitor);
    await visitor.goto(`${server.url}/faculty/csit/semester/1/subject/physics`);
    await visitor.getByText('Other 29').first().waitFor();
    const page = await browser.newPage(options);
    const trouble = watchForTrouble(page);
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Manage Content' }).focus();
    await page.keyboard.press('Enter');

    await tabTo(page, page.getByRole('searchbox').last());
    await page.keyboard.type('misfiled');
    await page.getByText('200 question papers').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Title' }));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('ascending');
    const first = page.getByRole('checkbox', { name: 'Select Misfiled 000' });
    await first.waitFor();
    await tabTo(page, first);
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await expectFocusOn(page, page.getByRole('checkbox', { name: 'Select Misfiled 002' }));
    expect(await findAxeViolations(page)).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Select all 200 that match' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('200 selected').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Move…' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to another subject' });
    await tabTo(page, dialog.getByLabel('Faculty'));
    await page.keyboard.type('BSc CSIT');
    await tabTo(page, dialog.getByLabel('Level'));
    await page.keyboard.type('Semester 1');
    await expect.poll(() => dialog.getByLabel('Subject').locator('option').count()).toBeGreaterThan(2);
    await tabTo(page, dialog.getByLabel('Subject'));
    await page.keyboard.type('Physics');
    await dialog.getByText('BSc CSIT · Semester 1 · C Programming → BSc CSIT · Semester 1 · Physics').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await isLive;
    const lists = countLists(visitor);
    await tabTo(page, dialog.getByRole('button', { name: 'Move 200' }));
    await page.keyboard.press('Enter');
    await page.getByText('200 materials changed').waitFor();
    await expectFocusInside(page, 'main');
    await visitor.getByText('Misfiled 000').first().waitFor();
    expect(lists.count).toBe(1);

    await page.keyboard.press('Alt+t');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await page.getByText('200 materials as before.').waitFor();
    await visitor.getByText('Misfiled 000').first().waitFor({ state: 'detached' });
    expect(lists.count).toBe(2);

    // The file has all matches, not only the page on screen.
    const download = page.getByRole('button', { name: 'Download list (CSV)' });
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(saved.suggestedFilename()).toBe('Question Papers.csv');
    expect((await readFile(await saved.path(), 'utf8')).match(/Misfiled/g)).toHaveLength(200);
    expect(trouble()).toEqual([]);
  },
);
