import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findLibreOffice } from '#server/library/office/find-libreoffice.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { chooseFolder } from '#test/support/choose-folder.ts';
import { makeDocx, makeRtf, whyNoOffice } from '#test/support/office-documents.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** Opens a server without LibreOffice, and the import of an administrator. */
async function openImport() {
  const office = { isInstalled: false };
  const server = await openTestServer({
    withPages: true,
    readsTexts: true,
    settings: { OCR_LANGUAGES: 'off' },
    findOffice: () => (office.isInstalled ? findLibreOffice() : null),
  });
  const browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  /** Opens the import in a new tab. */
  async function visit() {
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Import Many' }).click();
    return { page, trouble };
  }
  const { page, trouble } = await visit();
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-to-convert-'));
  await mkdir(path.join(root, 'OS'));
  return {
    page,
    trouble,
    office,
    visit,
    async choose(files: Record<string, Buffer>) {
      for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(root, 'OS', name), bytes);
      await chooseFolder(page.getByLabel('Choose a folder'), path.join(root, 'OS'));
    },
    async states() {
      const answer = await context.request.get(`${server.url}/v1/staging?filter=all&limit=50`);
      const { files } = (await answer.json()) as { files: { path: string; state: string }[] };
      return files.map(({ path: name, state }) => `${name} ${state}`).sort();
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await browser.close();
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true });
    },
  };
}

test.skipIf(whyNoOffice())(
  'documents wait as To convert without LibreOffice, and become PDFs once it is installed',
  async () => {
    await using opened = await openImport();
    const { page, choose, states, trouble, office } = opened;
    await choose({ 'Board 2079.docx': makeDocx(['Explain thrashing.']), 'Unit 1.rtf': makeRtf(['Unit 1']) });
    await page.getByRole('button', { name: '2 files are to be converted' }).click();
    await page
      .getByText('LibreOffice is installed on the server (in Debian: libreoffice-writer-nogui)')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'To convert 2' }).click();
    expect(await page.getByText('Not sent').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    office.isInstalled = true;
    // As when a person comes back to the tab; otherwise within a minute.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(states).toEqual(['OS/Board 2079.pdf checked', 'OS/Unit 1.pdf checked']);
    await expect.poll(() => page.getByRole('button', { name: /to be converted/ }).count()).toBe(0);
    expect(trouble().filter((each) => !each.includes('409'))).toEqual([]);
  },
);

test.skipIf(whyNoOffice() || isOnlyInSweep('journeys'))(
  'documents of an earlier visit become PDFs when the import is opened after LibreOffice was installed',
  async () => {
    await using opened = await openImport();
    const { page, visit, choose, states, office } = opened;
    await choose({ 'Board 2079.docx': makeDocx(['Explain thrashing.']) });
    await page.getByRole('button', { name: '1 file is to be converted' }).waitFor();
    await page.close();
    const second = await visit();
    // Tried again, with the stored document.
    await second.page.getByRole('button', { name: '1 file is to be converted' }).waitFor();
    await second.page.close();
    office.isInstalled = true;
    await visit();
    await expect.poll(states).toEqual(['OS/Board 2079.pdf checked']);
  },
);
