import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { chooseFolder } from '#test/support/choose-folder.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeDocx, makeOdp, whyNoOffice } from '#test/support/office-documents.ts';
import { fillUpload, signIn } from '#test/support/panel.ts';
import { painted } from '#test/support/reader-shelf.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Office documents in the form and in the import: the library makes a PDF of each. */

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true, readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
  browser = await shareBrowser();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function openPanel(viewport = { width: 390, height: 844 }) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await signIn(page, server.url);
  return { page, trouble };
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docx = (name: string, buffer: Buffer) => ({ name, mimeType: word, buffer });

describe.skipIf(whyNoOffice())('office documents', () => {
  test('a Word document that is chosen becomes a PDF at once, and is published as that', async () => {
    const { page, trouble } = await openPanel();
    await fillUpload(page, {
      kind: 'Question Papers',
      faculty: 'BSc CSIT',
      level: 'Semester 1',
      subject: 'C Programming',
      year: '2024',
      title: 'Final paper',
      file: docx('Final 2079.docx', makeDocx(['Explain pointers to functions.'])),
    });
    await page.getByText('The PDF was made of Final 2079.docx').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload Question Paper' }).click();
    await page.getByText('"Final paper" has been uploaded successfully').first().waitFor();
    await page.goto(`${server.url}/faculty/csit/semester/1/subject/c-programming`);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await painted(page, 1).waitFor();
    await expect.poll(() => page.locator('.reader-text').first().innerText()).toContain('Explain pointers');
    expect(trouble()).toEqual([]);
  });

  test('a document whose conversion was left for another page is converted on return', async () => {
    const { page, trouble } = await openPanel({ width: 1440, height: 900 });
    await page.getByLabel('File (PDF)').setInputFiles(docx('left.docx', makeDocx(['One'])));
    await page.getByText('Making a PDF of the document…').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    await page.goBack();
    await page.getByText('The PDF was made of left.docx').waitFor();
    expect(trouble()).toEqual([]);
  });

  test.skipIf(isOnlyInSweep('journeys'))(
    'a document that cannot be opened says so, and another file can be chosen',
    async () => {
      const { page, trouble } = await openPanel();
      const field = page.getByLabel('File (PDF)');
      await field.setInputFiles(docx('cut.docx', makeDocx(['One']).subarray(0, 300)));
      await page.getByRole('alert').filter({ hasText: '"cut.docx" could not be opened' }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await field.setInputFiles({ name: 'whole.pdf', mimeType: 'application/pdf', buffer: makePdf([['One']]) });
      await page.getByText('whole.pdf').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      // The refused document does not stay behind as an unused file.
      await expect
        .poll(async () => {
          const files = await page.request.get(`${server.url}/v1/materials/unused-files`);
          return ((await files.json()) as { files: { name: string }[] }).files.map(({ name }) => name);
        })
        .not.toContain('cut.docx');
      expect(trouble()).toEqual([]);
    },
  );

  test('the documents of a folder become PDFs, except where the PDF is beside them; a damaged one says why', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'examshelf-office-'));
    const files: Record<string, Buffer> = {
      'OS/Board 2079.docx': makeDocx(['Operating Systems', 'Explain thrashing.']),
      'OS/Unit 1.docx': makeDocx(['Unit 1']),
      'OS/Unit 1.pdf': makePdf([['Unit 1']]),
      'OS/Slides.odp': makeOdp(['First slide', 'Second slide']),
      'OS/cut.docx': makeDocx(['One']).subarray(0, 300),
    };
    try {
      for (const [name, bytes] of Object.entries(files)) {
        await mkdir(path.join(root, path.dirname(name)), { recursive: true });
        await writeFile(path.join(root, name), bytes);
      }
      const { page, trouble } = await openPanel({ width: 1440, height: 900 });
      await page.getByRole('tab', { name: 'Import Many' }).click();
      await chooseFolder(page.getByLabel('Choose a folder'), path.join(root, 'OS'));
      await page.getByRole('button', { name: '1 file was not added' }).click();
      await page.getByText('Its PDF is here too.').waitFor();
      await expect
        .poll(async () => {
          const answer = await page.request.get(`${server.url}/v1/staging?filter=all&limit=50`);
          return ((await answer.json()) as { files: { path: string; state: string }[] }).files
            .map(({ path: name, state }) => `${name} ${state}`)
            .sort();
        })
        .toEqual(['OS/Board 2079.pdf checked', 'OS/Slides.pdf checked', 'OS/Unit 1.pdf checked', 'OS/cut.pdf waiting']);
      await page.getByRole('button', { name: /^To convert/ }).click();
      await page.getByText('Not converted').first().waitFor();
      await page.getByText('"cut.docx" could not be opened').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(trouble()).toEqual([]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
