import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { api, pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { chooseFolder } from '#test/support/choose-folder.ts';
import { makeBrokenPdf, makePdf } from '#test/support/documents.ts';
import { expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { makeLockedRar5, makeRar5, makeSevenZip } from '#test/support/make-archives.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const questions = (seed: number) => examLines(seed).map((line) => line.slice(0, 70));

/** A paper whose first page names its place. */
const paper = (year: string, seed: number) =>
  makePdf([
    [
      'Tribhuvan University',
      'Bachelor Level / Second Year / Fourth Semester',
      'Computer Science and Information Technology (CSC 264)',
      'Operating Systems',
      `${year} Magh`,
      'Full Marks: 60',
      ...questions(seed),
    ],
  ]);
const chapters = [1, 2, 3, 4, 5];
const published = paper('2075', 1);

/**
 * Makes a folder of a shared drive: papers, one of them published before, one damaged, one in an archive; notes; a
 * picture.
 */
async function makeDrive(): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-drive-'));
  const folder = path.join(root, 'drive');
  const files: [string, Buffer][] = [
    ['CSIT/Sem 4/OS/Operating Systems 2079.pdf', paper('2079', 2)],
    ['CSIT/Sem 4/OS/Operating Systems 2078.pdf', paper('2078', 3)],
    ['CSIT/Sem 4/OS/found again.pdf', published],
    ['CSIT/Sem 4/OS/broken.pdf', makeBrokenPdf()],
    ['CSIT/Sem 4/OS/photo.jpg', Buffer.from('not a picture')],
    ['more.zip', makeZip([{ name: 'CSIT/Sem 4/OS/Operating Systems 2077.pdf', bytes: paper('2077', 4) }])],
    ...chapters.map((number): [string, Buffer] => [
      `CSIT/notes/chapter ${number}.pdf`,
      makePdf([questions(10 + number)]),
    ]),
  ];
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

async function openImport(page: Page, url: string): Promise<void> {
  await signIn(page, url);
  await page.getByRole('tab', { name: 'Import Many' }).click();
}

/** Cuts the connection once, with the first request that sends bytes. */
async function cutLineOnce(page: Page): Promise<void> {
  let isCut = false;
  await page.route(`**${api.files(ids)}`, async (route) => {
    if (isCut) return route.continue();
    isCut = true;
    await route.abort('internetdisconnected');
  });
}

test('a folder is staged, one row corrected by keyboard for five, the page closed and reopened, and all is published', async () => {
  await using server = await openTestServer({ withPages: true, readsTexts: true });
  await using browser = await shareBrowser();
  await using drive = await makeDrive();
  const colleague = await openLibrarian(server.url);
  const first = await colleague.upload('OS.pdf', published);
  const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' };
  await colleague.publish('paper', { ...place, year: 2019, title: 'OS of 2075', fileId: first.$id });

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page, [/ERR_INTERNET_DISCONNECTED/]);
  await openImport(page, server.url);
  await cutLineOnce(page);
  await chooseFolder(page.getByLabel('Choose a folder'), drive.folder);
  const grid = page.getByRole('grid', { name: 'Staged files' });
  await page.getByText('1 file was not sent: the same file is in the library').waitFor();
  await page.getByText('1 file was not added').waitFor();
  const filters = page.getByRole('group', { name: 'Which files' });
  const filter = (name: string) => filters.getByRole('button', { name });
  await filter('Ready 3').waitFor();
  await filter('Damaged or locked 1').waitFor();
  await filter('Duplicates 1').waitFor();

  await tabTo(page, grid);
  const cell = () =>
    grid.evaluate((element) => document.getElementById(element.ariaActiveDescendantElement?.id ?? '')?.textContent);
  // Rows may move during the read: then it navigates once more, from the first one.
  const findChapter = async () => {
    await grid.focus();
    await page.keyboard.press('Control+Home');
    for (let row = 0; row < 12; row += 1) {
      if ((await cell())?.startsWith('chapter 2')) return true;
      await page.keyboard.press('ArrowDown');
    }
    return false;
  };
  await expect.poll(findChapter).toBe(true);
  for (let column = 0; column < 4; column += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('dbms');
  await page.getByRole('option', { selected: true }).getByText('Database Management System').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('Subject set for 1 file, inherited by 4 files like it.').waitFor();
  await expectFocusOn(page, grid);
  await page.keyboard.press('Control+z');
  await page.getByText('Subject undone.').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('dbms');
  await page.keyboard.press('Enter');
  await page.getByText('Subject set for 1 file, inherited by 4 files like it.').waitFor();
  // The others were not corrected themselves, so they are confirmed together.
  await filter('To check').click();
  await tabTo(page, grid);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+Enter');
  await filter('Ready 8').waitFor();
  expect(trouble()).toEqual([]);
  await page.close();

  const again = await context.newPage();
  await openImport(again, server.url);
  await again.getByRole('button', { name: 'Publish 8 files' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Publish 8 files' }).click();
  await again.getByText('8 files published.').waitFor();
  const list = await fetch(`${server.url}${pages.notes('csit', '4', 'database-management-system')}`);
  const seen = await list.text();
  for (const number of chapters) expect(seen).toContain(`chapter ${number}`);
});

test('the papers in RAR and 7z archives of a folder are staged, with code that is loaded only for them', async () => {
  await using server = await openTestServer({ withPages: true, readsTexts: true });
  await using browser = await shareBrowser();
  await using drive = await makeDrive();
  const inner = makeSevenZip([{ name: 'OS 2074.pdf', bytes: paper('2074', 22) }]);
  const archives = {
    'CSIT.rar': makeRar5([
      { name: 'Sem 4/OS/Operating Systems 2076.pdf', bytes: paper('2076', 21) },
      { name: 'Sem 4/OS/old.7z', bytes: inner },
    ]),
    'प्रश्नपत्र.7z': makeSevenZip([{ name: 'CSIT/Sem 4/OS/Operating Systems 2073.pdf', bytes: paper('2073', 23) }]),
    'locked.rar': makeLockedRar5(),
  };
  const folder = path.join(path.dirname(drive.folder), 'archives');
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(archives)) await writeFile(path.join(folder, name), bytes);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  const loaded: string[] = [];
  context.on('request', (request) => loaded.push(request.url()));
  await openImport(page, server.url);
  const ofUnpacking = () => loaded.filter((url) => /unpack-worker|\.wasm/.test(url));
  await page.getByLabel('Choose a folder').waitFor({ state: 'attached' });
  expect(ofUnpacking()).toEqual([]);
  await chooseFolder(page.getByLabel('Choose a folder'), folder);
  const filters = page.getByRole('group', { name: 'Which files' });
  await filters.getByRole('button', { name: 'Ready 3' }).waitFor();
  await page.getByText('1 file was not added').click();
  await page.getByText('The archive needs a password. Unpack it first.').waitFor();
  expect(ofUnpacking().every((url) => new URL(url).origin === new URL(server.url).origin)).toBe(true);
  expect(new Set(ofUnpacking().map((url) => path.extname(new URL(url).pathname)))).toEqual(new Set(['.js', '.wasm']));
  expect(trouble()).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
  await context.close();
});
