import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { openControlled } from '#test/support/save-visit.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openVisit } from '#test/support/offline-visit.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'Digital Logic' };

test('a subject is saved in two taps from its page, the kinds can be chosen, and saved rows are marked', async () => {
  await using server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  for (const [kind, id, padBytes] of [
    ['paper', 'paper-1', 40_000],
    ['paper', 'paper-2', 40_000],
    ['note', 'note-1', 20_000],
  ] as const) {
    await librarian.upload(`${id}.pdf`, makePdf([[id]], { padBytes }), id);
    await librarian.publish(kind, { ...place, title: id, fileId: id, ...(kind === 'paper' && { year: 2024 }) }, id);
  }
  await using browser = await shareBrowser();
  const page = await (await openVisit(browser)).newPage();
  await openControlled(page, server.url + pages.papers('csit', '1', 'digital-logic'));
  const marked = page.getByRole('listitem').filter({ hasText: 'Saved offline' });
  const button = page.getByRole('button', { name: /^Save subject offline: papers \d+ KB, notes \d+ KB$/ });
  const dialog = page.getByRole('dialog', { name: 'Save subject offline' });
  const save = dialog.getByRole('button', { name: /^Save \d+ KB$/ });

  await button.tap();
  await save.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: /^1 study note, \d+ KB$/ }).uncheck();
  await save.tap();
  await dialog.getByRole('checkbox', { name: /^2 question papers, \d+ KB \(2 saved\)$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => marked.count()).toBe(2);

  // Two taps save what is left: the note.
  await button.tap();
  await save.tap();
  await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('button', { name: /^Subject saved offline: papers \d+ KB, notes \d+ KB$/ }).waitFor();
  await page.getByRole('tab', { name: /^Study Notes/ }).tap();
  await page.getByRole('heading', { name: 'note-1' }).waitFor();
  await expect.poll(() => marked.count()).toBe(1);
});
