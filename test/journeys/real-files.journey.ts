import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { digest } from '#test/support/library.ts';
import { signIn, upload, type UploadForm } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { download, goToSubject, goToTab, materialRow, read } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * The way of a material with real files from elsewhere: born digital, scanned, long, right-to-left, HTML. They are not
 * part of the project and are looked up in a folder next to it.
 */
const folder = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'samples');
const isThere = existsSync(folder);
if (!isThere) process.stdout.write(`skipped: real files are not at ${folder}\n`);

const place = { faculty: 'BSc CSIT', term: 'Semester 1', subject: 'C Programming' };
const form = { faculty: place.faculty, level: place.term, subject: place.subject };
const year = String(new Date().getFullYear() - 2);

type Sample = {
  path: string;
  title: string;
  kind: UploadForm['kind'];
  look: (reader: Locator, page: Page) => Promise<void>;
};

const samples: Sample[] = [
  {
    path: 'papers/dbatu/operating-systems/2023-winter/Operating System.pdf',
    title: 'Born digital',
    kind: 'Question Papers',
    look: (reader) => reader.getByText('Supplementary Winter-2023').first().waitFor(),
  },
  {
    path: 'papers/jgec/mixed-semester-bundles/22_26_ECE_1st_sem.pdf',
    title: 'Scanned',
    kind: 'Question Papers',
    look: (reader) => reader.getByText('/ 6').first().waitFor(),
  },
  {
    path: 'html/fwu-csit/compiler-design/2079.html',
    title: 'A web page',
    kind: 'Question Papers',
    look: (reader) => reader.frameLocator('iframe').getByText('Compiler Design').first().waitFor(),
  },
  {
    path: 'notes/ml-cheatsheets/ar/refresher-probabilities-statistics.pdf',
    title: 'From right to left',
    kind: 'Study Notes',
    look: (reader) =>
      reader
        .getByText(/shervine/)
        .first()
        .waitFor(),
  },
  {
    path: 'books/Judson-AATA/aata-20220728.pdf',
    title: 'Three hundred and fifty-seven pages',
    kind: 'Libary-Books',
    async look(reader, page) {
      await reader.getByLabel('Go to page').fill('200');
      await page.keyboard.press('Enter');
      await reader.getByText('The Frattini Lemma').first().waitFor();
      expect(await reader.getByLabel('Go to page').inputValue()).toBe('200');
    },
  },
];

test.skipIf(!isThere || isOnlyInSweep('journeys'))(
  'real files are uploaded, found, read and downloaded unchanged, on a phone',
  async () => {
    const viewport = { width: 390, height: 844 };
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const desk = await (await browser.newContext({ viewport })).newPage();
    await signIn(desk, server.url);
    for (const { path: file, kind, title } of samples) {
      const dated = kind === 'Question Papers' ? { year } : {};
      await upload(desk, { ...form, ...dated, kind, title, file: path.join(folder, file) });
    }

    const page = await (await browser.newContext({ viewport, acceptDownloads: true })).newPage();
    // The web page requests styles from elsewhere; its frame refuses them, with a message.
    const trouble = watchForTrouble(page, [/Content Security Policy/]);
    for (const sample of samples) {
      if (sample.kind === 'Libary-Books') await page.goto(`${server.url}/books`);
      else await goToSubject(page, server.url, place);
      if (sample.kind === 'Study Notes') await goToTab(page, 'Study Notes');
      const row = materialRow(page, sample.title);
      if (sample.path.endsWith('.html')) {
        await row.getByRole('link', { name: /^View / }).click();
        await sample.look(page.getByRole('dialog'), page);
      } else {
        await sample.look(await read(page, row), page);
      }
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      expect((await download(page, row)).digest).toBe(digest(await readFile(path.join(folder, sample.path))));
    }
    expect(trouble()).toEqual([]);
  },
);
