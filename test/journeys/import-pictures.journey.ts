import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { api, pages as addresses } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedListAnswer } from '#contract/schemas/answer-types.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** A paper of two pages, three pages with nothing but numbers, and a screenshot. */
const drive = [
  'OS/Board 2079 p1.jpg',
  'OS/Board 2079 p2.jpg',
  'old/7.jpg',
  'old/8.jpg',
  'old/9.jpg',
  'AI/Screenshot 1.png',
];

async function makeDrive(): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-pictures-'));
  for (const [index, name] of drive.entries()) {
    const file = path.join(root, 'drive', name);
    await mkdir(path.dirname(file), { recursive: true });
    const background = { r: 20 + index * 30, g: 220, b: 220 };
    const picture = sharp({ create: { width: 450, height: 600, channels: 3, background } });
    await writeFile(file, await picture.toFormat(name.endsWith('.png') ? 'png' : 'jpeg').toBuffer());
  }
  return { folder: path.join(root, 'drive'), [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test.skipIf(isOnlyInSweep('journeys'))(
  'pictures are shown as PDFs, grouped by keyboard and mouse, made, and found again',
  async () => {
    await using server = await openTestServer({
      withPages: true,
      readsTexts: true,
      settings: { OCR_LANGUAGES: 'off' },
    });
    await using browser = await shareBrowser();
    await using made = await makeDrive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    // The picture of a first page, on a machine so busy that it takes too long.
    const trouble = watchForTrouble(page, [/403 \(Forbidden\)/]);
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Import Many' }).click();
    await page.getByLabel('Choose a folder').setInputFiles(made.folder);
    await page.getByRole('heading', { name: '2 PDFs of 5 pictures' }).waitFor();
    await page.getByRole('button', { name: 'Make 1 PDF', exact: true }).waitFor();
    const pages = (name: string) =>
      page.getByRole('list', { name: `Pages of ${name}`, exact: true }).getByRole('button');
    const pageNames = async (name: string) =>
      (await pages(name).allTextContents()).map((text) => text.replace(/^Page \d+ /, ''));
    expect(await pageNames('Board 2079')).toEqual(['…p1.jpg', '…p2.jpg']);
    // Drawn in the browser.
    await expect.poll(() => pages('old').nth(2).locator('img').count()).toBe(1);

    // By keyboard: 7 is a separate paper, 8 and 9 are another one in reverse order.
    await page.getByRole('button', { name: 'Show the next' }).press('Enter');
    await expect
      .poll(() =>
        pages('old')
          .first()
          .evaluate((each) => each === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: '3 PDFs of 5 pictures' }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => pageNames('old')).toEqual(['9.jpg', '8.jpg']);
    expect(await pageNames('old 7')).toEqual(['7.jpg']);
    await page.getByRole('button', { name: 'Make 3 PDFs' }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => pageNames('old')).toEqual(['7.jpg', '9.jpg', '8.jpg']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => pageNames('old')).toEqual(['9.jpg', '8.jpg']);
    expect(await findAxeViolations(page)).toEqual([]);

    // By mouse: a page is left out, and a left-out picture is added.
    await pages('old').last().click();
    await page.getByRole('button', { name: 'Leave out page 2 of old' }).click();
    await page.getByText('2 pictures left out').click();
    await page.getByRole('button', { name: 'Add drive/AI/Screenshot 1.png' }).click();
    await page.getByRole('button', { name: 'Make 4 PDFs' }).click();
    await page.getByRole('heading', { name: 'Pictures', exact: true }).waitFor();
    const filters = page.getByRole('group', { name: 'Which files' });
    await filters.getByRole('button', { name: 'All 4' }).waitFor();

    const librarian = await openLibrarian(server.url);
    const list = async () => {
      const all = await librarian.send('GET', panelApi.stagedFiles({ filter: 'all', limit: 100, cursor: null }));
      const { files } = (await all.json()) as StagedListAnswer;
      return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    };
    // Made by a process of low priority, which is slow on a busy processor.
    await expect
      .poll(async () => (await list()).map((row) => [row.path, row.pageCount]), { timeout: 200_000 })
      .toEqual([
        ['drive/AI/AI.pdf', 1],
        ['drive/OS/Board 2079.pdf', 2],
        ['drive/old/old 7.pdf', 1],
        ['drive/old/old 9.pdf', 1],
      ]);
    const photographs = async (row: { fileId: string } | undefined) => {
      const answer = await librarian.send('GET', panelApi.photographs(row?.fileId ?? ''));
      return ((await answer.json()) as { photographs: { name: string }[] }).photographs.map(({ name }) => name);
    };
    expect(await photographs((await list())[1])).toEqual(['Board 2079 p1.jpg', 'Board 2079 p2.jpg']);
    expect(trouble()).toEqual([]);
    await page.close();

    // Another visit makes nothing twice; only the left-out page is new.
    const again = await context.newPage();
    await signIn(again, server.url);
    await again.getByRole('tab', { name: 'Import Many' }).click();
    await again.getByLabel('Choose a folder').setInputFiles(made.folder);
    await again.getByRole('heading', { name: '1 PDF of 1 picture' }).waitFor();
    await again.getByText('Pictures with this name, or some of these, are already in a PDF in the library.').waitFor();
    expect((await list()).length).toBe(4);
    const files = await librarian.send('GET', api.files(ids));
    expect(((await files.json()) as { total: number }).total).toBe(4 + 5);

    // Pictures of a PDF that was published and is in the trash are not made again; it can be restored.
    const board = (await list())[1];
    const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems', kind: 'paper', year: 2022 };
    await librarian.send('PATCH', panelApi.staging(), { ids: [board?.$id], manual: { ...place, title: 'Board 2079' } });
    await librarian.send('POST', panelApi.publishStaged(), { ids: [board?.$id], accept: ['doubtful', 'duplicates'] });
    const id = (await list())[1]?.materialId ?? '';
    await librarian.send('DELETE', api.document(ids, 'papers', id), {});
    await again.close();
    const third = await context.newPage();
    await signIn(third, server.url);
    await third.getByRole('tab', { name: 'Import Many' }).click();
    await third.getByLabel('Choose a folder').setInputFiles(made.folder);
    await third.getByText(/^\d pictures left out$/).click();
    await third.getByText('It is a page of “Board 2079”, in the trash.').first().waitFor();
    await third.getByRole('button', { name: 'Restore “Board 2079”' }).click();
    await third.getByText('It is a page of “Board 2079”, in the library.').first().waitFor();
    expect((await fetch(`${server.url}${addresses.material(id)}`)).status).toBe(200);
  },
);
