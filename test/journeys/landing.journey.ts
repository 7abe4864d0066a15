import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { notes, keepReaderShelf, painted, place, sizes } from '#test/support/reader-shelf.ts';
import { lineOf, makeWordScan, storeRecognised } from '#test/support/recognised-scan.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** Twelve pages; rotations are on pages 7 and 10. */
const trees = makePdf(
  Array.from({ length: 12 }, (_, index) => [
    `Page ${index + 1} of data structures`,
    ...(index === 6 ? ['Rotation of axes.', ...Array<string>(20).fill('What else is known is left out here.')] : []),
    ...(index === 6 ? ['Explain how an AVL tree is balanced by', 'single and double rotations.'] : []),
    ...(index === 9 ? ['A rotation again.'] : []),
  ]),
);

const english = [
  lineOf('Explain the rotation of an AVL tree', { top: 0.2 }),
  lineOf('with a suitable example each', { top: 0.23 }),
];
const nepali = [lineOf('सूचना प्रविधि अध्ययन संस्थान', { top: 0.3 }), lineOf('सबै प्रश्न अनिवार्य छन्', { top: 0.33 })];
const arabicWords = ['أجب', 'عن', 'جميع', 'أسئلة', 'البيانات'];
/** Right-to-left text. */
const arabic = [
  {
    words: arabicWords.map((text, index) => ({
      ...lineOf(text, { left: 0.8 - index * 0.12, top: 0.4 }).words[0]!,
    })),
  },
];
const sideways = {
  words: [{ text: 'sideways', box: [0.8, 0.5, 0.02, 0.12] as const, confidence: 80, turn: 90 as const }],
};
const scanned = [...english, ...nepali, ...arabic, sideways];

const paper = `<!doctype html><html><head><title>Paper</title><style>p { margin: 1em }</style></head><body>
<h1>Databases</h1>${'<p>Attempt all of it.</p>'.repeat(60)}
<table><tr><td>Normal</td><td>form</td></tr></table>
<p id="question">Explain the nor<b>malization</b> of relations.</p>
<p lang="ne">नेपाली प्रश्न पत्र</p><p dir="rtl" lang="ar">أجب عن أسئلة البيانات</p>
<details><summary>Hint</summary><p>Relations again.</p></details>
<script>document.body.dataset.ran = 'yes'</script></body></html>`;

/** Overrides the functions that our script in the frame uses, and sends responses without end. */
const hostilePaper = `<!doctype html><html><body><p>rotation</p><script>
document.createTreeWalker = () => { throw new Error('taken') };
const text = 'rotation '.repeat(200000);
addEventListener('message', () => {
  for (const message of [{ frame: 'text', text }, { frame: 'hit', top: 1e12, bottom: 1e12 }, { frame: 'hit', top: 5 }, { frame: 'text', text: {} }])
    parent.postMessage(message, '*');
});
setInterval(() => parent.postMessage({ frame: 'text', text }, '*'), 50);
</script></body></html>`;

const shelf = keepReaderShelf(async (librarian, server) => {
  await librarian.upload('trees.pdf', trees, 'trees-file');
  await librarian.publish('note', { ...place, title: 'Trees', fileId: 'trees-file' }, 'trees');
  await librarian.upload('scan.pdf', makeWordScan([[], scanned, english]), 'scan-file');
  await librarian.publish('note', { ...place, title: 'A scan', fileId: 'scan-file' }, 'scan');
  await storeRecognised(server, 'scan-file', [[], scanned, english]);
  const lock = { cipher: 'aes-256', password: Buffer.from('examshelf') } as const;
  await librarian.upload('locked.pdf', makeLockedPdf('Locked rotation', lock), 'locked-file');
  await librarian.publish('note', { ...place, title: 'Locked', fileId: 'locked-file' }, 'locked');
  await librarian.upload('paper.html', Buffer.from(paper), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Databases', year: 2078, fileId: 'paper-file' }, 'paper');
  await librarian.upload('hostile.html', Buffer.from(hostilePaper), 'hostile-file');
  await librarian.publish('paper', { ...place, title: 'Hostile', year: 2078, fileId: 'hostile-file' }, 'hostile');
});

const landing = (id: string, find: string, page = 1) =>
  `${pages.material(id)}?${new URLSearchParams({ open: id, page: String(page), find })}`;
const count = (page: Page) => page.locator('.reader-find-count').innerText();
const findBox = (page: Page) => page.getByRole('textbox', { name: 'Find in document' });
const anyWord = (page: Page) => page.getByRole('button', { name: 'Any of the words' });
const marked = (page: Page) => page.locator('.reader-hit');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Returns the corners of the marks on a page, as fractions of it. */
function boxesOf(marks: Locator): Promise<number[][]> {
  return marks.evaluateAll((each) =>
    each.map((mark) => {
      const [box, page] = [mark.getBoundingClientRect(), mark.closest('.reader-page')!.getBoundingClientRect()];
      const corners = [
        (box.left - page.left) / page.width,
        (box.top - page.top) / page.height,
        box.width / page.width,
        box.height / page.height,
      ];
      return corners.map((value) => Math.round(value * 1000) / 1000);
    }),
  );
}

const rounded = (box: readonly number[]) => box.map((value) => Math.round(value * 1000) / 1000);

describe.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))('on a $name', ({ name, options }) => {
  test('a hit in a PDF opens its page with the words marked, and a key leads to the other hits', async () => {
    const page = await shelf.newPage(options);
    // One of the words is misspelt.
    await shelf.open(page, landing('trees', 'rotation avl balnced tree', 7), 7);
    await expect.poll(() => count(page)).toMatch(/^\d of 4 on this page$/);
    expect(await findBox(page).inputValue()).toBe('rotation avl balnced tree');
    expect(await anyWord(page).getAttribute('aria-pressed')).toBe('true');
    // The focus is in the pages; a phone shows no keyboard.
    expect(await focused(page)).toBe('Pages of Trees');
    await expect.poll(() => marked(page).count()).toBe(4);
    // The first hit has the words next to each other.
    expect(await count(page)).toBe('2 of 4 on this page');
    expect(await page.locator('.reader-hit[data-current]').isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findCrampedText(page)).toEqual([]);
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: size.height });
    expect(await findCrampedText(page)).toEqual([]);
    await page.setViewportSize(size);

    await page.keyboard.press('F3');
    await expect.poll(() => count(page)).toBe('3 of 5');
    await page.keyboard.press('F3');
    await page.keyboard.press('F3');
    await painted(page, 10).waitFor();
    await expect.poll(() => count(page)).toBe('5 of 5');

    // Typed text is found literally; search terms by choice, also with a key.
    await findBox(page).fill('tree avl');
    await expect.poll(() => count(page)).toBe('No matches');
    expect(await anyWord(page).getAttribute('aria-pressed')).toBe('false');
    await anyWord(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => count(page)).toBe('1 of 2');
    expect(await anyWord(page).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await findBox(page).waitFor({ state: 'detached' });
    expect(await marked(page).count()).toBe(0);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });

  test.skipIf(isOnlyInSweep('journeys'))(
    'a scan opens with its words marked, and its text is selected, found and read like any other',
    async () => {
      const page = await shelf.newPage({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
      await shelf.open(page, landing('scan', 'example rotations प्रश्न البيانات', 2), 2);
      await expect.poll(() => count(page)).toMatch(/^\d of 4 on this page$/);
      await expect.poll(() => marked(page).count()).toBe(4);
      const wanted = scanned
        .flatMap(({ words }) => words)
        .filter(({ text }) => ['example', 'rotation', 'प्रश्न', 'البيانات'].includes(text));
      expect((await boxesOf(marked(page))).sort()).toEqual(wanted.map(({ box }) => rounded(box)).sort());
      const sheet = page.getByRole('region', { name: 'Page 2, recognised text' });
      const lines = await sheet
        .locator('.reader-line')
        .evaluateAll((each) => each.map((line) => `${line.getAttribute('dir')} ${line.getAttribute('lang')}`));
      expect(lines).toEqual(['ltr null', 'ltr null', 'ltr ne', 'ltr ne', 'rtl ar', 'ltr null']);
      expect(await sheet.ariaSnapshot()).toContain('AVL');
      expect(await findAxeViolations(page)).toEqual([]);

      // The copied text is exactly these two lines.
      await page.keyboard.press('Escape');
      await selectLines(page, 0, 1, name === 'desktop');
      await page.keyboard.press('Control+c');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        'Explain the rotation of an AVL tree\nwith a suitable example each',
      );
      await selectLines(page, 3, 4, false);
      await page.keyboard.press('Control+c');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `सबै प्रश्न अनिवार्य छन्\n${arabicWords.join(' ')}`,
      );

      // Found literally, and still on its words after the page was rotated.
      await page.keyboard.press('Control+f');
      await findBox(page).fill('of an avl');
      await expect.poll(() => count(page)).toMatch(/^\d of 2$/);
      await findBox(page).fill('sideways');
      await expect.poll(async () => boxesOf(marked(page))).toEqual([rounded(sideways.words[0]!.box)]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.keyboard.press('Control+f');
      const [left, top, width, height] = sideways.words[0]!.box;
      await expect.poll(async () => boxesOf(marked(page))).toEqual([rounded([1 - top - height, left, height, width])]);
    },
  );

  test('an HTML paper opens with the words marked and in view; Escape clears the marks, then closes', async () => {
    const page = await shelf.newPage(options);
    await page.goto(shelf.url() + landing('paper', 'relation normalized प्रश्न أسئلة nowhere'));
    const dialog = page.getByRole('dialog', { name: 'Databases' });
    const said = () => dialog.getByRole('search').getByRole('status').innerText();
    await expect.poll(said).toBe('1 of 6');
    const inside = dialog.frameLocator('iframe');
    const marks = () =>
      inside
        .locator('html')
        .evaluate(() =>
          ['found-word', 'current-word'].map((name) =>
            [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)),
          ),
        );
    expect(await marks()).toEqual([['Normal', 'normalization', 'relations', 'प्रश्न', 'أسئلة', 'Relations'], ['Normal']]);
    const view = dialog.locator('.paper-dialog-body');
    const isInView = async () => {
      const [body, mark] = [await view.boundingBox(), await inside.locator('#question').boundingBox()];
      return body && mark && mark.y >= body.y && mark.y + mark.height <= body.y + body.height;
    };
    await expect.poll(isInView).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findCrampedText(page)).toEqual([]);
    // The paper itself is unchanged.
    expect(await inside.locator('body').getAttribute('data-ran')).toBe('yes');
    expect(await inside.locator('mark').count()).toBe(0);

    await page.keyboard.press('F3');
    await dialog.getByRole('button', { name: 'Previous match' }).click();
    await dialog.getByRole('button', { name: 'Previous match' }).click();
    await expect.poll(said).toBe('6 of 6');
    // It is within a collapsed section.
    await expect.poll(() => inside.getByText('Relations again.').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.getByRole('search').waitFor({ state: 'detached' });
    await expect.poll(marks).toEqual([[], []]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('find=');
  });
});

/** Selects two lines of page 2 and everything between them: by dragging, or as a phone does. */
async function selectLines(page: Page, first: number, last: number, isDrawn: boolean): Promise<void> {
  const lines = page.locator('[data-page-number="2"] .reader-line');
  if (isDrawn) {
    const from = (await lines.nth(first).locator('span').first().boundingBox())!;
    const to = (await lines.nth(last).locator('span').last().boundingBox())!;
    await page.mouse.move(from.x + 1, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2);
    return page.mouse.up();
  }
  await lines.nth(first).evaluate((line, end) => {
    const last = line.parentElement!.querySelectorAll('.reader-line')[end]!;
    getSelection()!.setBaseAndExtent(line, 0, last, last.childNodes.length);
  }, last);
}

test.skipIf(isOnlyInSweep('journeys'))(
  'a locked document opens with the words marked once its password is given',
  async () => {
    const page = await shelf.newPage(sizes[0]!.options);
    await page.goto(shelf.url() + landing('locked', 'rotations'));
    await page.getByRole('dialog').locator('input[type=password]').fill('examshelf');
    await page.keyboard.press('Enter');
    await painted(page, 1).waitFor();
    await expect.poll(() => count(page)).toBe('1 of 1 on this page');
    await expect.poll(() => marked(page).count()).toBe(1);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'text that cannot be loaded does not affect the document; a busy server gets a retry',
  async () => {
    // Not watched: refused requests are on its console.
    const page = await (await shelf.browser().newContext(sizes[1]!.options)).newPage();
    const statuses = [500, 500, 503];
    await page.route('**/v1/materials/scan/pages/2/text', (route) => {
      const status = statuses.shift();
      return status ? route.fulfill({ status }) : route.continue();
    });
    await shelf.open(page, landing('scan', 'rotation', 2), 2);
    await expect.poll(() => count(page)).toBe('This page couldn’t be read.');
    await page.reload();
    await expect.poll(() => count(page)).toBe('1 of 1 on this page');
    expect(statuses).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a hostile paper can miscount only its own hits, up to a limit', async () => {
  // Not watched: errors of the paper's own scripts are on its console.
  const page = await (await shelf.browser().newContext(sizes[1]!.options)).newPage();
  await page.goto(shelf.url() + landing('hostile', 'rotation'));
  const dialog = page.getByRole('dialog', { name: 'Hostile' });
  await expect.poll(() => dialog.getByRole('search').getByRole('status').innerText()).toBe('1 of 2000');
  await page.keyboard.press('F3');
  await expect.poll(() => dialog.getByRole('search').getByRole('status').innerText()).toBe('2 of 2000');
  await page.keyboard.press('Escape');
  await dialog.getByRole('search').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the page of a material has the text of its first pages, even without scripts, and says that it was recognised', async () => {
  const page = await shelf.newPage({ ...sizes[0]!.options, javaScriptEnabled: false });
  await page.goto(shelf.url() + pages.material('scan'));
  const section = page.getByRole('region', { name: 'Text of the first pages' });
  const words = section.getByText('Explain the rotation of an AVL tree');
  expect(await words.first().isVisible()).toBe(false);
  await section.getByText('Text of the first pages').click();
  expect(await words.first().innerText()).toContain('AVL tree\nwith a suitable example each\nसूचना');
  expect(await section.innerText()).toContain('Page 2. Its text was recognised by a program and may contain mistakes.');
  expect(await findCrampedText(page)).toEqual([]);

  // With scripts the address opens at the words.
  const reading = await shelf.newPage(sizes[1]!.options);
  await reading.goto(`${shelf.url()}${pages.material('trees')}?page=7&find=rotations`);
  await reading.getByRole('link', { name: 'Read Trees' }).click();
  await painted(reading, 7).waitFor();
  await expect.poll(() => count(reading)).toBe('1 of 2 on this page');
});

test.each([
  { list: 'a subject', address: notes, name: 'Read Trees' },
  { list: 'the results of a search', address: `${pages.search()}?q=trees`, name: 'Trees' },
])('closing a material, and going back, leads to where one was in $list, with the focus on its link', async (list) => {
  const page = await shelf.newPage({ viewport: { width: 390, height: 300 } });
  await page.goto(shelf.url() + list.address);
  const link = page.getByRole('main').getByRole('link', { name: list.name, exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await link.click();
    await painted(page, 1).waitFor();
    await leave();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});
