import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeArabicPdf } from '#test/support/arabic-pdf.ts';
import { makePdf } from '#test/support/documents.ts';
import { signIn, upload, type UploadForm } from '#test/support/panel.ts';
import { painted, sizes } from '#test/support/reader-shelf.ts';
import { makeScannedPdf } from '#test/support/scanned-pages.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { materialRow } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * From an upload in the panel to the page that a visitor searches for: files are really read, scans really recognised.
 */

const instructions = [
  'Attempt any ten questions. The figures in the margin indicate full marks.',
  'Candidates are required to give their answers in their own words.',
];
const scan = [
  [
    ...instructions,
    '1. Define an operating system and list the services it offers.',
    '2. What is a semaphore? Solve the producer consumer problem with it.',
    '3. Compare paging with segmentation, with the help of a figure.',
  ],
  [
    ...instructions,
    '4. Explain how the banker avoids a deadlock, for a system with',
    'five processes and three types of resources.',
    '5. Describe the elevator algorithm for scheduling a disk.',
  ],
];
const nepali = [['सबै प्रश्न अनिवार्य छन्।', '१. नेपालको भूगोल र जलवायुको परिचय दिनुहोस्।', '२. हिमाली नदीहरूको महत्त्व लेख्नुहोस्।']];
const filler = (page: number) => Array.from({ length: 12 }, (_, line) => `Page ${page}, line ${line + 1} says little.`);
const printed = [filler(1), filler(2), [...filler(3), 'Derive the continuity equation of an incompressible fluid.']];
const arabic = [['أجب عن جميع الأسئلة'], ['اشرح بنية قواعد البيانات العلائقية', 'مع ذكر مثال مناسب']];
const web = `<!doctype html><html lang="en"><title>Web paper</title><body><h1>Sociology</h1>
${'<p>Attempt all of the questions in this group.</p>'.repeat(40)}
<p>9. Discuss how urban migration reshapes the kinship of rural households.</p></body></html>`;

const place = { faculty: 'BSc CSIT', level: 'Semester 1', subject: 'C Programming' };
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const scanOf = (name: string, sheets: string[][]) =>
  makeScannedPdf(sheets.map((lines) => ({ columns: [lines] }))).then((bytes) => pdf(name, bytes));

/** The files by title, generated at the upload, with their number of pages. */
const documents = {
  'Scanned paper': async () => ({ file: await scanOf('scan.pdf', scan), pages: scan.length }),
  'Printed paper': async () => ({ file: pdf('printed.pdf', makePdf(printed)), pages: printed.length }),
  'Web paper': async () => ({ file: { name: 'web.html', mimeType: 'text/html', buffer: Buffer.from(web) }, pages: 1 }),
  'Nepali scan': async () => ({ file: await scanOf('np.pdf', nepali), pages: nepali.length }),
  'Arabic paper': async () => ({ file: pdf('ar.pdf', makeArabicPdf(arabic)), pages: arabic.length }),
} satisfies Record<string, () => Promise<{ file: UploadForm['file']; pages: number }>>;

/** Documents, each with the words that a visitor types, the page they lead to, and the words marked there. */
const allCases: { title: keyof typeof documents; query: string; page: number; marked: string[] }[] = [
  {
    // Six words of question 4 in another order, one of them misspelt.
    title: 'Scanned paper',
    query: 'deadlock processes banker resorces five avoids',
    page: 2,
    marked: ['banker', 'avoids', 'deadlock', 'five', 'processes', 'resources'],
  },
  {
    title: 'Printed paper',
    query: 'incompressible fluid continuty derive equation',
    page: 3,
    marked: ['Derive', 'continuity', 'equation', 'incompressible', 'fluid'],
  },
  {
    title: 'Web paper',
    query: 'kinship rural migration housholds urban',
    page: 1,
    marked: ['urban', 'migration', 'kinship', 'rural', 'households'],
  },
  { title: 'Nepali scan', query: 'नदीहरूको हिमाली महत्त्व', page: 1, marked: ['हिमाली', 'नदीहरूको', 'महत्त्व'] },
  { title: 'Arabic paper', query: 'البيانات قواعد العلائقية', page: 2, marked: ['قواعد', 'البيانات', 'العلائقية'] },
];
const cases = casesOf('documents', allCases, ({ title }) => title === 'Scanned paper');

/** Recognition has a low priority, so it takes minutes while other tests run. */
const patient = { timeout: 240_000, interval: 250 };

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true, readsTexts: true });
  browser = await shareBrowser();
  const page = await newPage({});
  await signIn(page, server.url);
  let pageCount = 0;
  for (const { title } of cases) {
    const { file, pages } = await documents[title]();
    pageCount += pages;
    await upload(page, { kind: 'Question Papers', year: '2024', ...place, title, file });
  }
  await vi.waitFor(async () => {
    const state = await (await page.request.get(`${server.url}/v1/search/state`)).json();
    if (state.read !== pageCount || state.waiting > 0) throw new Error(`not all is read: ${JSON.stringify(state)}`);
  }, patient);
  await page.context().close();
}, 300_000);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function newPage(options: Parameters<SharedBrowser['newContext']>[0]): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
}

/** Returns the marked words on the page of the PDF, or in the HTML paper, that is open. */
async function markedWords(page: Page, number: number, isHtml: boolean): Promise<string[]> {
  if (isHtml)
    return page
      .getByRole('dialog')
      .frameLocator('iframe')
      .locator('html')
      .evaluate(() => [...(CSS.highlights.get('found-word') ?? [])].map((range) => String(range)));
  return page.locator(`[data-page-number="${number}"]`).evaluate((sheet) => {
    const boxes = [...sheet.querySelectorAll('.reader-hit')].map((mark) => mark.getBoundingClientRect());
    const words: string[] = [];
    const walker = document.createTreeWalker(sheet.querySelector('.reader-text')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.nodeValue!.matchAll(/[\p{L}\p{M}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const box = range.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (boxes.some((mark) => mark.left < x && x < mark.right && mark.top < y && y < mark.bottom)) words.push(word);
      }
    }
    return words;
  });
}

/** Each document at both sizes; in `npm test` at one, alternating. */
const ways = casesOf(
  'sizes',
  cases.flatMap((each) => sizes.map((size) => ({ ...each, ...size }))),
  (_, index) => index % 4 === 0 || index % 4 === 3,
);

test.each(ways)('on a $name the words of a question lead to its page: $title', async ({ options, ...wanted }) => {
  const isHtml = wanted.title === 'Web paper';
  const page = await newPage(options);
  const trouble = watchForTrouble(page);
  const address = `${server.url}/search?q=${encodeURIComponent(wanted.query)}`;
  const first = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first();
  const hit = materialRow(page, wanted.title)
    .getByRole('link', {
      name: isHtml ? /^Open the paper/ : new RegExp(`^Page ${wanted.page}\\b`),
    })
    .first();
  // A page that was read is indexed a moment later.
  await expect
    .poll(async () => {
      await page.goto(address);
      return hit.count();
    })
    .toBe(1);
  expect(await first.getByRole('heading').innerText()).toBe(wanted.title);
  await hit.click();
  if (!isHtml) await painted(page, wanted.page).waitFor();
  await expect
    .poll(async () => [...new Set(await markedWords(page, wanted.page, isHtml))].sort())
    .toEqual(expect.arrayContaining([...wanted.marked].sort()));
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(decodeURIComponent(page.url().replaceAll('+', ' '))).toBe(decodeURIComponent(address));
  await materialRow(page, wanted.title).waitFor();
  expect(trouble()).toEqual([]);
  await page.context().close();
});

test.skipIf(isOnlyInSweep('journeys'))('two lines copied from a scan are exactly these two lines', async () => {
  const page = await newPage({ ...sizes[1]!.options, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${server.url}/search?q=banker+deadlock`);
  await materialRow(page, 'Scanned paper')
    .getByRole('link', { name: /^Page 2\b/ })
    .first()
    .click();
  await painted(page, 2).waitFor();
  const lines = page.locator('[data-page-number="2"] .reader-line');
  await lines.filter({ hasText: 'banker' }).waitFor();
  await page.keyboard.press('Escape');
  const from = (await lines.filter({ hasText: 'banker' }).locator('span').first().boundingBox())!;
  const to = (await lines.filter({ hasText: 'resources' }).locator('span').last().boundingBox())!;
  await page.mouse.move(from.x + 1, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2);
  await page.mouse.up();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(scan[1]!.slice(2, 4).join('\n'));
});
