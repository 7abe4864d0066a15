import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedListAnswer } from '#contract/schemas/answer-types.ts';
import type { FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const lastYear = 2019;
/** Six papers, the last of two chunks. Their paths name their place. */
const drive = [2014, 2015, 2016, 2017, 2018, lastYear].map((year) => ({
  path: `CSIT/Sem 4/Operating Systems/Question papers/Operating Systems ${year}.pdf`,
  bytes: makePdf([[`Operating Systems of ${year}`]], { padBytes: year === lastYear ? chunkBytes + 300_000 : 100 }),
}));
const total = drive.length;
const secondChunk = `bytes ${chunkBytes}-`;

async function makeDrive(): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-drive-'));
  for (const file of drive) {
    await mkdir(path.dirname(path.join(root, 'drive', file.path)), { recursive: true });
    await writeFile(path.join(root, 'drive', file.path), file.bytes);
  }
  return { folder: path.join(root, 'drive'), [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

/** Holds requests that send bytes while `holds` says so, and records the ranges of all of them. */
async function holdUploads(context: BrowserContext) {
  const uploads = {
    /** The range of each request; empty for a file that is sent whole. */
    ranges: [] as string[],
    held: [] as { page: Page; route: Route }[],
    holds: (_range: string): boolean => false,
    async release() {
      for (const { route } of uploads.held.splice(0)) await route.continue();
    },
  };
  await context.route(`**${api.files(ids)}`, async (route) => {
    const range = route.request().headers()['content-range'] ?? '';
    uploads.ranges.push(range);
    if (uploads.holds(range)) uploads.held.push({ page: route.request().frame().page(), route });
    else await route.continue();
  });
  return uploads;
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Import Many' }).click();
  await page.getByLabel('Choose a folder').waitFor({ state: 'attached' });
}

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Which files' }).getByRole('button', { name, exact: true });

/** Signs in again in a tab that asks for the password in place. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  if (!(await dialog.isVisible())) return;
  await dialog.getByLabel('Password').fill(administrator.password);
  await dialog.getByLabel('Password').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

async function read<Answer>({ send }: Librarian, address: string): Promise<Answer> {
  return (await (await send('GET', address)).json()) as Answer;
}

test.skipIf(isOnlyInSweep('journeys'))(
  'files imported by two tabs at once arrive once, despite an ended session, a connection lost in a chunk and a closed browser',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using line = await openUnreliableLine(server.url);
    await using browser = await shareBrowser();
    await using made = await makeDrive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const uploads = await holdUploads(context);
    uploads.holds = () => true;
    const one = await context.newPage();
    const expected = [/401 \(Unauthorized\)/, /409 \(Conflict\)/, /net::ERR_/];
    const trouble = [watchForTrouble(one, expected)];
    await signIn(one, line.url);
    const two = await context.newPage();
    trouble.push(watchForTrouble(two, expected));
    await two.goto(`${line.url}/admin`);
    const tabs = [one, two];
    await Promise.all(tabs.map(openImport));
    await Promise.all(tabs.map((tab) => tab.getByLabel('Choose a folder').setInputFiles(made.folder)));
    await expect.poll(() => new Set(uploads.held.map(({ page }) => page)).size).toBe(2);

    // The session ends while both send. Each asks for the password in place, and continues.
    const before = await openLibrarian(server.url);
    expect((await before.send('DELETE', '/v1/account/sessions')).status).toBe(204);
    // The rest of the last file arrives only during the next visit.
    uploads.holds = (range) => range.startsWith(secondChunk);
    await uploads.release();
    // Signing in at one tab ends the session of the other for a moment: its requests then make it ask once more.
    await expect
      .poll(async () => {
        for (const tab of tabs) await signInAgain(tab);
        return Promise.all(tabs.map((tab) => chip(tab, `Ready ${total - 1}`).isVisible()));
      })
      .toEqual([true, true]);
    for (const tab of tabs) {
      await chip(tab, `Ready ${total - 1}`).waitFor();
      await chip(tab, 'Not sent 1').waitFor();
      await chip(tab, `All ${total}`).waitFor();
      expect(
        await tab
          .getByRole('main')
          .getByText(/could(?: not|n’t) be/)
          .count(),
      ).toBe(0);
    }
    await expect.poll(() => uploads.held.length).toBe(2);
    expect(trouble.flatMap((heard) => heard())).toEqual([]);
    await context.close();

    const later = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const rest = await holdUploads(later);
    // The browser itself may repeat its first try any number of times.
    line.watch = (sent) => rest.ranges.length === 1 && sent.includes(secondChunk);
    const page = await later.newPage();
    await signIn(page, line.url);
    await openImport(page);
    await page.getByText('1 file from an earlier visit has not been sent.').waitFor();
    await page.getByLabel('Choose a folder').setInputFiles(made.folder);
    await page.getByRole('button', { name: `Publish ${total} files` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Publish ${total} files` })
      .click();
    await page.getByText(`${total} files published.`).waitFor();
    expect(rest.ranges).toEqual(Array.from({ length: 2 }, () => expect.stringContaining(secondChunk)));

    const librarian = await openLibrarian(server.url);
    const all = { filter: 'all', limit: 100, cursor: null } as const;
    const { counts } = await read<StagedListAnswer>(librarian, panelApi.stagedFiles(all));
    expect(counts).toMatchObject({ all: total, published: total });
    const { files } = await read<{ files: FileAnswer[] }>(librarian, api.files(ids));
    expect(files.map(({ signature }) => signature).toSorted()).toEqual(
      drive.map(({ bytes }) => digest(bytes)).toSorted(),
    );
    const { documents } = await read<{ documents: MaterialDocument[] }>(librarian, api.documents(ids, 'papers'));
    expect(documents.map(({ title }) => title).toSorted()).toEqual(
      drive.map((file) => path.basename(file.path, '.pdf')),
    );
  },
);
