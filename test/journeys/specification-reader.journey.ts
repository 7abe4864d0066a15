import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makeFontlessPdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** The texts of docs/product.md about the PDF reader that no other journey tests. */

const subjectPage = '/faculty/csit/notes/semester/1/subject/c-programming';
const dataFolder = '/assets/pdfjs-6.3.289';

async function publishFontless(server: TestServer): Promise<void> {
  const librarian = await openLibrarian(server.url);
  await librarian.upload('fontless.pdf', makeFontlessPdf('Words in Helvetica'), 'fontless-file');
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  await librarian.publish('note', { ...place, title: 'Fontless', fileId: 'fontless-file' }, 'fontless');
}

test('a missing character map or font is reported in the specified words, and the page is shown without it', async () => {
  await using server = await openTestServer({ withPages: true });
  await publishFontless(server);
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  const trouble = watchForTrouble(page, [/Failed to load resource/]);
  const warned: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().startsWith('Unable')) warned.push(message.text());
  });
  await page.context().route('**/cmaps/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.context().route('**/standard_fonts/**', (route) => route.abort());
  await page.goto(`${server.url}${subjectPage}?open=fontless`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
  await dialog.getByText('Words in Helvetica').waitFor();
  await expect
    .poll(() => [...new Set(warned)].toSorted())
    .toEqual([
      `Unable to load CMap at: ${server.url}${dataFolder}/cmaps/90ms-RKSJ-H.bcmap`,
      `Unable to load font data at: ${server.url}${dataFolder}/standard_fonts/FoxitSymbol.pfb`,
    ]);
  expect(trouble()).toEqual([]);
});

test('character maps and fonts come from our own origin, and words that need them are readable', async () => {
  await using server = await openTestServer({ withPages: true });
  await publishFontless(server);
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  const trouble = watchForTrouble(page);
  const warned: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text());
  });
  await page.goto(`${server.url}${subjectPage}?open=fontless`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('日本').waitFor();
  await dialog.getByText('αβχ').waitFor();
  expect(warned.filter((line) => line.startsWith('Unable'))).toEqual([]);
  expect(trouble()).toEqual([]);
});
