import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openStagingDesk, paperPlace } from '#test/support/staged-papers.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const physics = { facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'note', year: null };
const perFolder = 12;

/** Stages two folders of notes, each with one corrected file and others to confirm; and a duplicate. */
async function stageMovedFolders(server: TestServer): Promise<void> {
  const desk = openStagingDesk(await callAsAdministrator(server.url), server);
  for (const folder of ['heap/one', 'heap/two']) {
    const paths = Array.from({ length: perFolder }, (_, index) => `Shared drive/${folder}/chapter ${index + 1}.pdf`);
    const [first = ''] = await desk.stagePapers(paths, {});
    await desk.tell([first], physics);
  }
  const librarian = await openLibrarian(server.url);
  const { $id: fileId } = await librarian.upload('OS.pdf', makePdf([['On the shelf']]));
  const { kind: _, ...place } = paperPlace;
  await librarian.publish('paper', { ...place, year: 2020, title: 'OS of 2020', fileId });
  await desk.stagePapers(['Shared drive/OS.pdf'], {}, 'On the shelf');
  await server.services.staging.idle();
}

async function openTable(page: Page, url: string) {
  await signIn(page, url);
  await page.getByRole('tab', { name: 'Import Many' }).click();
  const filters = page.getByRole('group', { name: 'Which files' });
  const tools = page.getByRole('group', { name: 'Selected or shown files' });
  await filters.getByRole('button', { name: `To check ${2 * perFolder - 2}` }).waitFor();
  return {
    filter: (name: string) => filters.getByRole('button', { name, exact: true }),
    tool: (name: string) => tools.getByRole('button', { name, exact: true }),
  };
}

/** Returns how many rows are completely visible within the window and their list, and where the list begins. */
const measureRows = (page: Page, rows: string) =>
  page.evaluate((selector) => {
    const found = [...document.querySelectorAll(selector)];
    const list = found[0]?.closest('[role=grid], section')?.getBoundingClientRect();
    const end = Math.min(list?.bottom ?? 0, innerHeight) + 1;
    return { top: list?.top, count: found.filter((row) => row.getBoundingClientRect().bottom <= end).length };
  }, rows);

test.skipIf(isOnlyInSweep('journeys'))(
  'a moved folder is selected and confirmed by two clicks, the other one by two keys, and the table does not move',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    await stageMovedFolders(server);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const trouble = watchForTrouble(page);
    const { filter, tool } = await openTable(page, server.url);
    const grid = page.getByRole('grid', { name: 'Staged files' });
    await grid.getByText('File, all in Shared drive / heap').waitFor();
    const { top, count } = await measureRows(page, '[role=row][data-row]');
    expect(count).toBeGreaterThanOrEqual(15);

    await grid.getByText('chapter 2.pdf').first().click();
    await tool('Select folder').click();
    await page.getByText(`${perFolder - 1} selected`, { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await tool(`Confirm ${perFolder - 1} selected`).click();
    await page.getByText(`Confirmed for ${perFolder - 1} files.`).waitFor();
    await filter(`To check ${perFolder - 1}`).waitFor();
    await filter(`Ready ${perFolder + 1}`).waitFor();

    await tabTo(page, grid);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('Control+Enter');
    await filter(`Ready ${2 * perFolder}`).waitFor();
    await expectFocusOn(page, grid);
    expect((await measureRows(page, '[role=row][data-row]')).top).toBe(top);

    await filter('Duplicates 1').click();
    await tabTo(page, grid);
    await page.keyboard.press('Shift+Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 file has exactly the same bytes as another file.').waitFor();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 file discarded.').waitFor();
    await filter(`All ${2 * perFolder}`).waitFor();
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'on a phone four cards are visible, a folder is confirmed, and collapsed parts open',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    await stageMovedFolders(server);
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const { filter, tool } = await openTable(page, server.url);
    expect((await measureRows(page, 'section[aria-label="Staged files"] li')).count).toBeGreaterThanOrEqual(4);
    await page.getByLabel('Select chapter 2.pdf').first().check();
    await tool('Select folder').click();
    const confirm = tool(`Confirm ${perFolder - 1} selected`);
    expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await findAxeViolations(page)).toEqual([]);
    await confirm.click();
    await filter(`Ready ${perFolder + 1}`).waitFor();

    const toggle = page.getByRole('button', { name: 'Account and library status' });
    await tabTo(page, toggle, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await expectFocusOn(page, toggle);
  },
);
