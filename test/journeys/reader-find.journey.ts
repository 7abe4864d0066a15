import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { openLibrarian } from '#test/support/library.ts';
import { makeLinkedPdf, makeScan } from '#test/support/linked-documents.ts';
import { pressTool } from '#test/support/reader.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
/** Pages are read and drawn by a worker that shares the machine with other tests. */
const shelf = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

/** Sixty pages; the words of each test are on the pages that it names. */
const manual = makeLinkedPdf({
  pages: Array.from({ length: 60 }, (_, index) => {
    const page = index + 1;
    return [
      `Page ${page} of the manual`,
      'What is said here is said on every page.',
      ...(page === 1 ? ['See the third chapter', 'See page 40'] : []),
      ...(page % 20 === 5 ? ['A push|down auto-', 'maton reads a string, a PUSHDOWN automaton.'] : []),
      ...(page === 33
        ? [...Array<string>(18).fill('.'), 'Caf\u00e9 with a \ufb01ling cabinet', '\u0915\u093f\u0924\u093e\u092c']
        : []),
    ];
  }),
  destinations: { 'chapter-3': { page: 30, top: 421 }, 'section-2-2': { page: 21, top: 421 } },
  links: [
    { to: 'chapter-3', top: 98 },
    { to: 'page 40', top: 120 },
  ],
  outline: [
    { title: 'Chapter 1', to: 'page 2' },
    {
      title: 'Chapter 2',
      to: 'page 10',
      items: [
        { title: 'Section 2.1', to: 'page 12' },
        { title: 'Section 2.2', to: 'section-2-2', items: [{ title: 'Section 2.2.1', to: 'page 25' }] },
      ],
    },
    { title: 'Chapter 3', to: 'chapter-3' },
    { title: 'The website', url: 'https://library.test/' },
    { title: 'A script', script: 'app.alert(1)' },
  ],
});

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  for (const [name, file] of [
    ['manual', manual],
    ['scan', makeScan(4)],
    ['thick', makeLinkedPdf({ pages: Array.from({ length: 1500 }, (_, index) => [`Page ${index + 1}`]) })],
  ] as const) {
    await librarian.upload(`${name}.pdf`, file, `${name}-file`);
    await librarian.publish('note', { ...shelf, title: name, fileId: `${name}-file` }, name);
  }
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function open(name: string, options: object, atPage = 1) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await page.goto(`${server.url}${pages.material(name)}?open=${name}&page=${atPage}`);
  await painted(page, atPage).waitFor();
  return { page, trouble, [Symbol.asyncDispose]: () => context.close() };
}

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);
const pageRead = (page: Page) => page.getByLabel('Go to page').inputValue();
const tool = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const back = (page: Page) => page.getByRole('button', { name: /^Back to page/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Document navigation' });
const findBox = (page: Page) => page.getByRole('textbox', { name: 'Find in document' });
const count = (page: Page) => page.locator('.reader-find-count').innerText();
const currentHit = (page: Page) => page.locator('.reader-hit[data-current]').first();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

/** Position of the current mark on its page, so that scrolling makes no difference; in whole CSS pixels. */
function hitOnPage(page: Page): Promise<number[]> {
  return currentHit(page).evaluate((mark) => {
    const sheet = mark.closest('[data-page-number]')?.getBoundingClientRect();
    const box = mark.getBoundingClientRect();
    if (!sheet) throw new Error('the mark is on no page');
    return [box.x - sheet.x, box.y - sheet.y, box.width, box.height].map(Math.round);
  });
}

/** Returns the page at the upper edge of the view, and how far down it that is (0 to 1). */
function placeAtTop(page: Page): Promise<{ page: number; down: number } | null> {
  return page.locator('.reader-scroller').evaluate((scroller) => {
    // On a small window the bars cover the beginning of the view.
    const above = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--bar-above')) || 0;
    const top = scroller.getBoundingClientRect().top + above + 13;
    for (const each of scroller.querySelectorAll<HTMLElement>('[data-page-number]')) {
      const box = each.getBoundingClientRect();
      if (box.top <= top && top <= box.bottom)
        return { page: Number(each.dataset['pageNumber']), down: (top - box.top) / box.height };
    }
    return null;
  });
}

/** True if a mark covers these words, within the visible part of the pages. */
async function liesOver(page: Page, words: string): Promise<boolean> {
  return currentHit(page).evaluate((mark, words) => {
    const box = mark.getBoundingClientRect();
    const view = mark.closest('.reader-scroller')!.getBoundingClientRect();
    const isSeen = box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.right <= view.right;
    const layer = mark.closest('.reader-page')!.querySelector('.reader-text')!;
    const pieces = [...layer.querySelectorAll('span')].filter((piece) => piece.textContent?.includes(words));
    return (
      isSeen &&
      pieces.some((piece) => {
        const { left, right, top, bottom } = piece.getBoundingClientRect();
        // Letters extend slightly above and below their line.
        const reach = (bottom - top) / 3;
        return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - reach && box.bottom <= bottom + reach;
      })
    );
  }, words);
}

const sizes = [
  { name: 'phone', options: phone },
  { name: 'desktop', options: desktop },
];

describe.each(casesOf('sizes', sizes, ({ name }) => name === 'desktop'))('on a $name', ({ name, options }) => {
  const isPhone = name === 'phone';

  test('the contents open at the current chapter, lead to the exact position, and offer the way back', async () => {
    await using reader = await open('manual', options, 22);
    const { page, trouble } = reader;
    await tool(page, 'Contents').click();
    const entry = (title: string) => panel(page).getByRole('button', { name: new RegExp(`^${title} page`) });
    await expect.poll(() => entry('Section 2.2').getAttribute('aria-current')).toBe('true');
    await entry('Section 2.2.1').waitFor();
    // An entry has no text before it was drawn.
    await expect.poll(() => entry('Chapter 3').innerText()).toContain('30');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findCrampedText(page)).toEqual([]);

    await panel(page).getByRole('button', { name: 'Within Section 2.2' }).click();
    await entry('Section 2.2.1').waitFor({ state: 'detached' });
    await panel(page).getByRole('button', { name: 'Within Chapter 2' }).click();
    await entry('Section 2.2').waitFor({ state: 'detached' });
    // Chapter 2 is marked instead of its sections.
    await expect.poll(() => entry('Chapter 2').getAttribute('aria-current')).toBe('true');
    const link = panel(page).getByRole('link', { name: 'The website' });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://library.test/',
      'noopener noreferrer nofollow',
    ]);

    await entry('Chapter 3').click();
    await painted(page, 30).waitFor();
    await expect.poll(async () => (await placeAtTop(page))?.page).toBe(30);
    await expect.poll(async () => (await placeAtTop(page))?.down).toBeCloseTo(0.5, 1.5);
    // A sheet over the pages closes with the choice; a panel at the side stays.
    expect(await panel(page).isVisible()).toBe(!isPhone);
    await expect.poll(() => back(page).innerText()).toBe('Back to page 22');
    await back(page).click();
    await expect.poll(() => pageRead(page)).toBe('22');
    await back(page).waitFor({ state: 'detached' });
    expect(trouble()).toEqual([]);
  });

  test.skipIf(isOnlyInSweep('journeys'))(
    'thumbnails are drawn only in view, with the current page marked and one click away',
    async () => {
      await using reader = await open('thick', options, 700);
      const { page, trouble } = reader;
      await tool(page, 'Contents').click();
      // It has no table of contents: that is shown, with the thumbnails instead.
      await panel(page).getByText('This document has no table of contents.').waitFor();
      const tab = (name: string) => panel(page).getByRole('tab', { name });
      expect(await tab('Pages').getAttribute('aria-selected')).toBe('true');
      expect(await tab('Contents').getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('ArrowLeft');
      expect(await tab('Highlights').getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('ArrowLeft');
      const small = (number: number) => panel(page).locator(`[data-thumbnail="${number}"]`);
      await small(700).locator('canvas').waitFor();
      expect(await small(700).getAttribute('aria-current')).toBe('page');
      expect(await panel(page).locator('[data-thumbnail]').count()).toBeLessThan(60);
      expect(await findAxeViolations(page)).toEqual([]);

      await small(702).click();
      await painted(page, 702).waitFor();
      await expect.poll(() => pageRead(page)).toBe('702');
      await page.keyboard.press('b');
      await expect.poll(() => pageRead(page)).toBe('700');
      expect(trouble()).toEqual([]);
    },
  );

  test('words are counted in the whole document, marked, and visited one after the other', async () => {
    await using reader = await open('manual', options, 3);
    const { page, trouble } = reader;
    await tool(page, 'Find in document').click();
    expect(await focused(page)).toBe('Find in document');
    // Separate pieces, capitals and line ends make no difference: twice on pages 5, 25 and 45.
    await findBox(page).fill('pushdown AUTOMATON');
    await expect.poll(() => count(page)).toBe('1 of 6');
    const toEdge = await page.locator('.reader-find-count').evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return innerWidth - words.getBoundingClientRect().right;
    });
    expect(toEdge).toBeGreaterThanOrEqual(12);
    await expect.poll(() => pageRead(page)).toBe('5');
    await page.keyboard.press('Enter');
    await expect.poll(() => count(page)).toBe('2 of 6');
    await expect.poll(() => liesOver(page, 'PUSHDOWN automaton')).toBe(true);
    await page.keyboard.press('F3');
    await painted(page, 25).waitFor();
    await tool(page, 'Previous match').click();
    await tool(page, 'Previous match').click();
    await tool(page, 'Previous match').click();
    await expect.poll(() => count(page)).toBe('6 of 6');
    await painted(page, 45).waitFor();
    await expect.poll(() => liesOver(page, 'PUSHDOWN automaton')).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findCrampedText(page)).toEqual([]);

    await tool(page, 'Match case').click();
    await expect.poll(() => count(page)).toBe('No matches');
    await tool(page, 'Match case').click();
    await tool(page, 'Whole words').click();
    await findBox(page).fill('auto');
    await expect.poll(() => count(page)).toBe('No matches');
    await tool(page, 'Whole words').click();
    for (const [words, seen] of [
      ['cafe', 'Caf\u00e9'],
      ['filing', '\ufb01ling'],
      ['\u0915\u093f\u0924\u093e\u092c', '\u0915\u093f\u0924\u093e\u092c'],
    ] as const) {
      await findBox(page).fill(words);
      await expect.poll(() => count(page)).toBe('1 of 1');
      await painted(page, 33).waitFor();
      // pdf.js itself spells the ligature out.
      await expect.poll(() => liesOver(page, seen.normalize('NFKC'))).toBe(true);
    }

    // After zoom and rotation the mark is still on its word.
    await page.keyboard.press('Escape');
    await tool(page, 'Find in document').click();
    await expect.poll(() => liesOver(page, '\u0915\u093f\u0924\u093e\u092c')).toBe(true);
    await pressTool(page, 'Zoom in');
    await expect.poll(() => liesOver(page, '\u0915\u093f\u0924\u093e\u092c')).toBe(true);
    await findBox(page).press('Escape');
    await expect.poll(() => page.locator('.reader-hit').count()).toBe(0);
    expect(trouble()).toEqual([]);
  });
});

test.skipIf(isOnlyInSweep('journeys'))(
  'links lead to the exact position, name their page, and offer the way back',
  async () => {
    await using reader = await open('manual', phone);
    const { page, trouble } = reader;
    // A named destination is looked up only when the link has the focus or pointer.
    const named = page.getByRole('button', { name: 'Link within the document' }).first();
    await named.focus();
    const link = page.getByRole('button', { name: 'Link to page 30' });
    await link.click();
    await expect.poll(async () => (await placeAtTop(page))?.page).toBe(30);
    await expect.poll(async () => (await placeAtTop(page))?.down).toBeCloseTo(0.5, 1.5);
    await back(page).click();
    await expect.poll(() => pageRead(page)).toBe('1');
    await page
      .getByRole('button', { name: /page 40|within the document/ })
      .last()
      .click();
    await painted(page, 40).waitFor();
    await expect.poll(() => back(page).innerText()).toBe('Back to page 1');
    // Scrolling on removes the offer; the key still goes back.
    for (const next of ['41', '42', '43', '44']) {
      await page.keyboard.press('n');
      await expect.poll(() => pageRead(page)).toBe(next);
    }
    await back(page).waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await expect.poll(() => pageRead(page)).toBe('1');
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'with keys alone: find the selection, contents, thumbnails, and Escape closes one thing at a time',
  async () => {
    await using reader = await open('manual', desktop);
    const { page, trouble } = reader;
    await page.getByText('What is said here is said on every page.').first().selectText();
    await page.keyboard.press('Control+f');
    expect(await findBox(page).inputValue()).toBe('What is said here is said on every page.');
    await expect.poll(() => count(page)).toBe('1 of 60');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => count(page)).toBe('60 of 60');
    await page.keyboard.press('Escape');
    await findBox(page).waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Pages of manual');

    await page.keyboard.press('c');
    await expect.poll(() => focused(page)).toBe('Contents');
    await panel(page).getByRole('button', { name: 'Within Chapter 2' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    await expect.poll(() => focused(page)).toMatch(/^Chapter 1/);
    await page.keyboard.press('ArrowDown');
    const chapter = panel(page).getByRole('button', { name: 'Within Chapter 2' });
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chapter.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chapter.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toMatch(/^Section 2.1/);
    await page.keyboard.press('Enter');
    await expect.poll(() => pageRead(page)).toBe('12');

    await page.keyboard.press('t');
    await expect.poll(() => focused(page)).toBe('Pages');
    const small = (number: number) => panel(page).locator(`[data-thumbnail="${number}"]`);
    await small(12).focus();
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Page 60');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).toBe('Page 59');
    await page.keyboard.press('Enter');
    await expect.poll(() => pageRead(page)).toBe('59');

    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a scan shows that it has no text, and nothing is fetched for find before a search',
  async () => {
    await using reader = await open('scan', phone);
    const { page } = reader;
    await page.keyboard.press('/');
    expect(await count(page)).toBe('');
    await findBox(page).fill('graph');
    await expect.poll(() => count(page)).toBe('This document has no searchable text.');
    expect(await findCrampedText(page)).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('marks of find and the visitor’s highlights coexist', async () => {
  await using reader = await open('manual', desktop);
  const { page } = reader;
  await tool(page, 'Find in document').click();
  await findBox(page).fill('said here is');
  await expect.poll(() => liesOver(page, 'What is said here')).toBe(true);
  const before = await hitOnPage(page);
  await tool(page, 'Highlight mode').click();
  await page
    .getByText('What is said here')
    .first()
    .dblclick({ position: { x: 10, y: 8 } });
  await page.locator('mark').first().waitFor();
  expect(await hitOnPage(page)).toEqual(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => count(page)).toMatch(/ of 60$/);
  await expect.poll(() => liesOver(page, 'What is said here')).toBe(true);
  expect(await page.locator('[data-page-number="1"] mark').count()).toBeLessThan(2);
});
