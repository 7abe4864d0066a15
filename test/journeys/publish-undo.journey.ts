import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { expectFocusInside, tabTo } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openStagingDesk, paperPlace } from '#test/support/staged-papers.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const physics = { facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'note', year: null };

/** Stages five papers and three notes that are ready, two of them unchecked, and two files that are not ready. */
async function stageDrive(server: TestServer) {
  const desk = openStagingDesk(await callAsAdministrator(server.url), server);
  const numbers = [1, 2, 3, 4, 5];
  const papers = await desk.stagePapers(
    numbers.map((number) => `Shared drive/OS ${number}.pdf`),
    { ...paperPlace, year: 2020 },
  );
  const notes = await desk.stagePapers(
    [1, 2, 3].map((number) => `Shared drive/notes/optics unit ${number}.pdf`),
    {},
  );
  // The others of this name inherit it.
  await desk.tell(notes.slice(0, 1), physics);
  await desk.stagePapers(['Shared drive/unknown 1.pdf', 'Shared drive/unknown 2.pdf'], {});
  await desk.tell([papers[0] ?? ''], { title: 'Set by hand' });
  await server.services.staging.idle();
  return { desk, papers, notes };
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Returns the content of the page of the subject. */
async function readSubject(url: string): Promise<string> {
  const page = await fetch(`${url}/faculty/csit/semester/4/subject/operating-systems`);
  return page.text();
}

test.skipIf(isOnlyInSweep('journeys'))(
  'a publication is summed up beforehand and undone afterwards with the keyboard alone, with everything as before',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const { desk } = await stageDrive(server);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const trouble = watchForTrouble(page);
    await signIn(page, server.url);
    const before = await readSubject(server.url);
    await page.getByRole('tab', { name: 'Import Many' }).focus();
    await page.keyboard.press('Enter');
    const publish = page.getByRole('button', { name: 'Publish 8 files' });
    await publish.waitFor();
    await tabTo(page, publish);
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await dialog.getByText('5 question papers, 3 study notes').waitFor();
    await dialog.getByText('From the import of Shared drive').waitFor();
    await dialog.getByText('BSc CSIT · Semester 4: 5 files').waitFor();
    await dialog.getByText('Operating Systems').waitFor();
    await dialog.getByText('Nobody has checked 2 of them').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await expectFocusInside(page, 'dialog');
    // Nothing happens before confirmation.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await desk.list('published')).length).toBe(0);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Publish 8 files' }));
    await page.keyboard.press('Enter');
    await page.getByText('8 files were published.').waitFor();
    expect(await readSubject(server.url)).toContain('Set by hand');

    await tabTo(page, page.getByRole('button', { name: 'See them in Manage' }));
    await page.keyboard.press('Enter');
    await page
      .getByText(/^From the import of/)
      .first()
      .waitFor();
    await page.getByText('8 materials').waitFor();
    await page.getByRole('group', { name: 'Content type to manage' }).getByText('Question Papers').click();
    await page.getByText('5 question papers').waitFor();
    expect(new URL(page.url()).searchParams.get('publication')).not.toBeNull();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Import Many' }).click();
    const undo = page.getByRole('button', { name: 'Undo…' });
    await tabTo(page, undo);
    await page.keyboard.press('Enter');
    await dialog.getByText('8 materials go back to Import Many').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await tabTo(page, dialog.getByRole('button', { name: 'Undo 8' }));
    await page.keyboard.press('Enter');
    await page.getByText('8 materials back in the import.').waitFor();
    await publish.waitFor();
    expect(await page.getByText('8 files were published.').count()).toBe(0);
    expect(await readSubject(server.url)).toBe(before);
    const titles = (await desk.list('ready')).map(({ title }) => title);
    expect(titles).toEqual([
      'Set by hand',
      'OS 2',
      'OS 3',
      'OS 4',
      'OS 5',
      'optics unit 1',
      'optics unit 2',
      'optics unit 3',
    ]);
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'files that are not ready are named before publishing, and published only on request',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const { desk } = await stageDrive(server);
    const librarian = await openLibrarian(server.url);
    const { $id: fileId } = await librarian.upload('OS.pdf', makePdf([['On the shelf']]));
    const { kind: _, ...place } = paperPlace;
    await librarian.publish('paper', { ...place, year: 2020, title: 'OS of 2020', fileId });
    await desk.stagePapers(['Copies/OS.pdf'], { ...paperPlace, year: 2020 }, 'On the shelf');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Import Many' }).click();
    const filters = page.getByRole('group', { name: 'Which files' });
    await filters.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('grid', { name: 'Staged files' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Publish selected' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('2 files with a missing value: not published').waitFor();
    await dialog.getByText('1 file similar to one already here: not published').waitFor();
    await dialog.getByText('Show these files and why').click();
    await dialog.getByText(/^unknown 1\.pdf: It is not known: /).waitFor();
    await dialog.getByText('OS.pdf: The same file is in the library as “OS of 2020”.').waitFor();
    await dialog.getByRole('button', { name: 'Publish 8 files' }).waitFor();
    await dialog.getByLabel('Also publish files similar to one already here').check();
    await dialog.getByText('1 file similar to one already here: published').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish 9 files' }).click();
    await page.getByText('9 files published.').waitFor();
    expect((await desk.list('published')).length).toBe(9);

    // An undo in Manage removes the notice in Import Many.
    await page.getByText('9 files were published.').waitFor();
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    await page.getByRole('button', { name: /^Undo: 9 materials published/ }).click();
    await dialog.getByRole('button', { name: 'Undo 9' }).click();
    await page.getByText('Undone: 9 materials.').waitFor();
    await page.getByRole('tab', { name: 'Import Many' }).click();
    await page.getByRole('button', { name: 'Publish 8 files' }).waitFor();
    expect(await page.getByText('9 files were published.').count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'everything that can be undone is listed, with later changes and the choice whether to undo them too',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const { desk, papers, notes } = await stageDrive(server);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const trouble = watchForTrouble(page);
    await signIn(page, server.url, { isKept: true });
    await page.getByRole('tab', { name: 'Import Many' }).click();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    await page.getByText('Nothing to undo.').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=manage&view=changes');

    const { results } = await desk.publish([...papers, ...notes]);
    const made = results.map(({ materialId }) => materialId ?? '');
    await desk.ask('POST', '/materials/changes', { ids: made.slice(0, 2), change: { action: 'edit', year: 2011 } });
    await page.reload();
    const list = page.getByRole('list', { name: 'Recent changes' });
    await list.getByText('2 materials changed').waitFor();
    await list.getByText('2 question papers: year 2020 → 2011').waitFor();
    await list.getByText('8 materials published from the import of Shared drive').waitFor();
    await list.getByText('6 materials go back to the import; 2 were changed since and stay.').waitFor();
    await list.getByText('7 days left to undo it.').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const undo = (name: RegExp) => list.getByRole('button', { name });
    await undo(/^List them/).click();
    await page
      .getByText(/^From the import of/)
      .first()
      .waitFor();
    await page.getByText('8 materials').waitFor();
    await page.goBack();
    await undo(/^Undo: 8 materials published/).click();
    const dialog = dialogOf(page);
    await dialog.getByText('2 stay as they are:').waitFor();
    await dialog.getByText('It was edited since.').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo 6' }).click();
    await list.getByText('Undone: 6 materials; 2 stay as they are.').waitFor();
    // Having seen them, the person wants to undo those as well.
    await undo(/^Undo the rest: 8 materials published/).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Undo 2' }).click();
    await list.getByText('Undone: 8 materials.').waitFor();
    await list.getByText('Nothing is left to undo: all of them were changed or removed since.').waitFor();
    expect((await desk.list('ready')).length).toBe(8);
    expect((await desk.list('ready')).filter(({ fields }) => fields.year.value === 2011).length).toBe(2);
    expect(trouble()).toEqual([]);
  },
);
