import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { signIn } from '#test/support/panel.ts';
import { makePortfolio } from '#test/support/portfolio.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Questions of the import before anything is published. */

let server: TestServer;
let browser: SharedBrowser;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'examshelf-asks-'));
  server = await openTestServer({ withPages: true, readsTexts: true });
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

async function openImport(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, server.url);
  await page.getByRole('tab', { name: 'Import Many' }).click();
  return page;
}

/** Chooses a new folder with these files. */
async function choose(page: Page, folder: string, files: Record<string, Buffer>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, folder, name)), { recursive: true });
    await writeFile(path.join(root, folder, name), bytes);
  }
  await page.getByLabel('Choose a folder').setInputFiles(path.join(root, folder));
}

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Which files' }).getByRole('button', { name, exact: true });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Discards all staged files. */
async function discardAll(page: Page): Promise<void> {
  const { services, resources } = server;
  const { files } = await services.staging.list(actor, { filter: 'open', limit: 200 });
  if (files.length > 0)
    await services.staging.discard(
      actor,
      files.map(({ $id }) => $id),
    );
  expect(await resources.database.staging.hasOpen()).toBe(false);
  await page.context().close();
}
const actor = { role: 'administrator', userId: 'a', sessionId: 's' } as const;

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that the library refuses is Refused with its reason, also after a reload',
  async () => {
    // Sent by a program that does not check the bytes first.
    const colleague = await openLibrarian(server.url);
    const bytes = Buffer.from('milk, eggs, bread');
    const files = ['shopping.pdf', 'copy/shopping.pdf'].map((name) => ({
      path: `heap/${name}`,
      size: bytes.length,
      digest: digest(bytes),
    }));
    const staged = await colleague.send('POST', panelApi.staging(), { files });
    const { files: rows } = (await staged.json()) as { files: { fileId: string }[] };
    await expect(colleague.upload('shopping.pdf', bytes, rows[0]?.fileId)).rejects.toThrow('is not a PDF');
    const page = await openImport();
    const trouble = watchForTrouble(page);
    await choose(page, 'heap', { 'paper.pdf': makePdf([['A paper']]) });
    // Copies are one row.
    await chip(page, 'Refused 1').waitFor();
    await chip(page, 'All 2').waitFor();
    await row(page, 'paper.pdf').getByText('To check').waitFor();
    expect(await page.getByText(/not (been )?sent/i).count()).toBe(0);
    await chip(page, 'Refused 1').click();
    expect(await row(page, 'shopping').getByText('Refused', { exact: true }).count()).toBe(1);
    await page.getByText('The file is named .pdf but is not a PDF.').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.close();

    const again = await page.context().newPage();
    await signIn(again, server.url);
    await again.getByRole('tab', { name: 'Import Many' }).click();
    await chip(again, 'Refused 1').click();
    await again.getByText('The file is named .pdf but is not a PDF.').first().waitFor();
    expect(await again.getByText(/not (been )?sent/i).count()).toBe(0);
    expect(trouble()).toEqual([]);
    await discardAll(again);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that is in the trash or hidden is named with its state and day, and one click restores or shows it',
  async () => {
    const colleague = await openLibrarian(server.url);
    const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
    const publish = async (title: string) => {
      const file = await colleague.upload(`${title}.pdf`, makePdf([[title]]));
      return (await colleague.publish('note', { ...place, title, fileId: file.$id })).$id;
    };
    const [waves, optics] = [await publish('Waves'), await publish('Optics')];
    await colleague.send('DELETE', api.document(ids, 'notes', waves), {});
    await colleague.send('POST', panelApi.hideMaterial(optics), { reason: 'asked for' });
    const isOnSite = async (id: string) => (await fetch(`${server.url}${pages.material(id)}`)).status === 200;

    const page = await openImport();
    // Nobody may open the page of a hidden material.
    const trouble = watchForTrouble(page, [/410 \(Gone\)/]);
    await choose(page, 'again', { 'w.pdf': makePdf([['Waves']]), 'o.pdf': makePdf([['Optics']]) });
    await chip(page, 'Duplicates 2').waitFor();
    const chosen = page.getByRole('complementary', { name: 'The chosen file' });
    await row(page, 'w.pdf').click();
    await chosen.getByText(/^in the trash since \w+ \d{1,2}, \d{4}$/).waitFor();
    await chosen.getByText('“Waves” (Physics), in the trash since').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await chosen.getByRole('button', { name: 'Restore it' }).click();
    await page.getByText('“Waves” (Physics) was restored from the trash. The same file was taken out').waitFor();
    expect(await isOnSite(waves)).toBe(true);
    await row(page, 'o.pdf').click();
    await chosen.getByText(/^hidden since \w+ \d{1,2}, \d{4}$/).waitFor();
    await chosen.getByRole('button', { name: 'Show it again' }).click();
    await page.getByText('“Optics” (Physics) was shown again. The same file was taken out').waitFor();
    expect(await isOnSite(optics)).toBe(true);
    expect(await server.resources.database.staging.hasOpen()).toBe(false);
    expect(trouble()).toEqual([]);
    await discardAll(page);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a portfolio is unpacked like an archive, a locked PDF needs a password, and a visitor reads with it',
  async () => {
    const page = await openImport();
    const trouble = watchForTrouble(page, [/400 \(Bad Request\)/, /The change couldn’t be saved/]);
    const lock = { cipher: 'aes-256', password: Buffer.from('1234') } as const;
    const inside = ['one', 'two'].map((name) => ({ name: `Paper ${name}.pdf`, bytes: makePdf([[name]]) }));
    await choose(page, 'CSIT', {
      'Sem 1/Physics/locked notes.pdf': makeLockedPdf('Locked', lock),
      'Sem 1/Physics/portfolio.pdf': makePortfolio(inside),
    });
    await row(page, 'Paper one.pdf').waitFor();
    await row(page, 'Paper two.pdf').waitFor();
    await chip(page, 'Damaged or locked 1').waitFor();
    await page
      .getByText(/^1 file was not added/)
      .first()
      .waitFor();
    await chip(page, 'All 3').click();
    const chosen = page.getByRole('complementary', { name: 'The chosen file' });
    await row(page, 'locked notes.pdf').click();
    await chosen.getByText('This PDF needs a password to open.').waitFor();
    await chosen.getByLabel('Password for readers').fill('4321');
    await chosen.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('The password does not open “CSIT/Sem 1/Physics/locked notes.pdf”.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('grid', { name: 'Staged files' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Publish selected' }).click();
    const dialog = page.getByRole('dialog', { name: /^Publish \d files?$/ });
    const lockForm = dialog.getByRole('form', { name: 'Password of locked notes.pdf' });
    await lockForm.getByLabel('Password for readers').fill('1234');
    await lockForm.getByLabel('Note on the password').fill('Of the union');
    expect(await findAxeViolations(page)).toEqual([]);
    await lockForm.getByRole('button', { name: 'Save the password' }).click();
    await lockForm.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: /^Publish \d files?$/ }).click();
    await page
      .getByText(/^\d files?( was| were)? published/)
      .first()
      .waitFor();
    expect(trouble()).toEqual([]);

    const visitor = await page.context().newPage();
    await visitor.goto(`${server.url}${pages.notes('csit', '1', 'physics')}`);
    const listed = visitor.getByRole('listitem').filter({ hasText: 'Password: 1234 · Of the union' });
    await listed.getByRole('link', { name: /^(Read|View)/ }).click();
    const reader = visitor.getByRole('dialog');
    await reader.getByRole('button', { name: 'Open' }).click();
    await reader.getByText('Locked').first().waitFor();
    await discardAll(page);
  },
);
