import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const unit = makePdf([['Deadlocks', ...examLines(71).map((line) => line.slice(0, 70))]]);
const best = 'CSIT/4th Semester/Operating Systems/Notes/Unit 6 - Copy.pdf';

/** Makes two folders with the same file three times: in a heap, in an archive, and in its place. */
async function makeFolders(): Promise<{ root: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-copies-'));
  const files: [string, Buffer][] = [
    ['heap/Unit 6 (1).pdf', unit],
    ['heap/more.zip', makeZip([{ name: 'old/Unit 6.pdf', bytes: unit }])],
    ['heap/other.pdf', makePdf([['Something else']])],
    [best, unit],
  ];
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), bytes);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test.skipIf(isOnlyInSweep('journeys'))(
  'copies of a file are one row, which names its other paths and becomes ready with a better one',
  async () => {
    await using server = await openTestServer({ withPages: true, readsTexts: true });
    await using browser = await shareBrowser();
    await using folders = await makeFolders();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const trouble = watchForTrouble(page);
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Import Many' }).click();
    await page.getByLabel('Choose a folder').setInputFiles(path.join(folders.root, 'heap'));
    const report = page.getByText('1 file has copies, shown in one row');
    await report.click();
    const list = page.getByRole('list', { name: 'Files with copies' });
    expect(await list.innerText()).toContain('heap/more.zip/old/Unit 6.pdf');
    const filter = (name: string) =>
      page.getByRole('group', { name: 'Which files' }).getByRole('button', { name, exact: true });
    await filter('To check 2').waitFor();
    expect(await page.getByRole('button', { name: /^Duplicates/ }).count()).toBe(0);

    await page.getByLabel('Choose a folder').setInputFiles(path.join(folders.root, 'CSIT'));
    await filter('Ready 1').click();
    const details = page.getByRole('complementary', { name: 'The chosen file' });
    await details.getByText('Unit 6 - Copy.pdf', { exact: true }).waitFor();
    const copies = details.getByRole('region', { name: 'Copies' }).getByRole('listitem');
    expect(await copies.allInnerTexts()).toEqual(['heap/Unit 6 (1).pdf', 'heap/more.zip/old/Unit 6.pdf']);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish 1 file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish 1 file' }).click();
    await page.getByText('1 file published.').waitFor();
    // Imported again from another folder: nothing is sent or published twice.
    await page.getByLabel('Choose a folder').setInputFiles(path.join(folders.root, 'heap'));
    await page.getByText('2 files of these have been published from here before.').waitFor();
    const shelf = await (await fetch(server.url + pages.notes('csit', '4', 'operating-systems'))).text();
    expect(shelf.match(/Unit 6(?! -)/g)).not.toBeNull();
    expect(shelf).not.toContain('Unit 6 - Copy');
    expect(trouble()).toEqual([]);
  },
);
