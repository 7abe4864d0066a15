import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { openBrowser } from '#test/support/browser.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { arriveAt, pressTool } from '#test/support/reader.ts';
import { openPage } from '#test/support/screens.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** What the reader remembers, lists, prints and tells everyone; the same of HTML papers. */

let server: TestServer;
let browser: Browser;
let trouble: (() => string[])[] = [];

const sizes = [
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'desktop', options: { viewport: { width: 1440, height: 900 } } },
];
const [phone, desktop] = sizes.map(({ options }) => options) as [BrowserContextOptions, BrowserContextOptions];
/** Both cores may be busy. */
const soon = { timeout: 20_000 };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const notes = pages.notes('csit', '1', 'c-programming');
const papers = pages.papers('csit', '1', 'c-programming');

const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const paper = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>P</title>
<style>body { margin: 8px; font: 16px/1.5 serif } @media print { #screen { display: none } }</style></head><body>
<h1>Automata</h1><p><a href="#last">To the last question</a></p><p id="screen">Only on the screen</p><img alt="" src="${red}" width="40" height="40">
<canvas width="30" height="20"></canvas>
${Array.from({ length: 60 }, (_, index) => `<p>${index + 1}. What is asked here? [10]</p>`).join('\n')}
<p id="last">The last question</p><p id="written"></p>
<script>document.getElementById('written').textContent = 'Written by the paper itself';
document.querySelector('canvas').getContext('2d').fillRect(0, 0, 30, 20);</script></body></html>`;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await openBrowser();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('book.pdf', makeBook('long book', 40), 'book-file');
  await librarian.publish('note', { ...place, title: 'Long book', fileId: 'book-file' }, 'book');
  await librarian.upload('three.pdf', makePdf([['One'], ['Two'], ['Three']]), 'three-file');
  await librarian.publish('note', { ...place, title: 'Three pages', fileId: 'three-file' }, 'three');
  await librarian.upload('paper.html', Buffer.from(paper), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
});

afterEach(async () => {
  const heard = trouble.flatMap((each) => each());
  trouble = [];
  await Promise.all(browser.contexts().map((context) => context.close()));
  if (heard.length > 0) throw new Error(heard.join('\n'));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  // What the test itself wants to run in the frame a paper is printed from is refused, as any script there.
  trouble.push(watchForTrouble(page, [/^console: Blocked script execution in 'about:srcdoc'/]));
  return page;
}

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);
const reader = (page: Page) => page.getByRole('dialog', { name: /Long book|Three pages/ });

async function open(page: Page, address: string, number = 1): Promise<Locator> {
  await page.goto(server.url + address);
  await painted(page, number).waitFor();
  return reader(page);
}

async function goTo(page: Page, number: number) {
  await page.getByLabel('Go to page').fill(String(number));
  await page.keyboard.press('Enter');
  await arriveAt(page, number);
  await expect.poll(() => page.getByLabel('Go to page').inputValue(), soon).toBe(String(number));
}

const storedPages = (page: Page) => page.evaluate(() => localStorage.getItem('reader-pages'));

/** A phone's panel lies over the bar it was opened from. */
const closePanel = (page: Page) => reader(page).getByRole('button', { name: 'Close panel' }).click();

/** Marks the words from the beginning to the end of a line of the page. */
async function highlight(page: Page, line: string) {
  const mode = page.getByRole('button', { name: 'Highlight mode' });
  if ((await mode.getAttribute('aria-pressed')) !== 'true') await mode.click();
  const words = page.locator('.reader-text').getByText(line, { exact: true });
  await words.waitFor();
  await words.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.locator('mark').filter({ hasText: line }).first().waitFor();
}

test.each(sizes)('a document is continued where it was left, if one likes, on a $name', async ({ options }) => {
  const page = await newPage(options);
  await open(page, `${notes}?open=book`);
  expect(
    await reader(page)
      .getByRole('button', { name: /^Continue/ })
      .count(),
  ).toBe(0);
  await goTo(page, 12);
  await pressTool(page, 'Zoom in');
  await pressTool(page, 'Close');
  await reader(page).waitFor({ state: 'detached' });

  await open(page, `${notes}?open=book`);
  const offer = reader(page).getByRole('button', { name: 'Continue at page 12' });
  await offer.click();
  await painted(page, 12).waitFor();
  await offer.waitFor({ state: 'detached' });
  // Zoom is not among what is remembered.
  expect(await page.getByLabel('Zoom', { exact: true }).allInnerTexts()).toEqual(options === desktop ? ['100 %'] : []);
  expect(Object.keys(JSON.parse((await storedPages(page))!))).toEqual(['book-file']);

  // An address that names a page decides.
  await open(page, `${notes}?open=book&page=3`, 3);
  expect(await offer.count()).toBe(0);
  await expect.poll(() => page.getByLabel('Go to page').inputValue(), soon).toBe('3');
  await page.goto(`${server.url}${notes}?open=book`);
  await page.getByRole('button', { name: 'Continue at page 3' }).waitFor();
});

test('the offer goes when one reads on, stays away when refused, and page 1 or the end is nothing to continue', async () => {
  const page = await newPage(desktop);
  await open(page, `${notes}?open=book`);
  await goTo(page, 9);
  await expect.poll(() => storedPages(page), soon).toContain('"page":9');
  await open(page, `${notes}?open=book`);
  const offer = reader(page).getByRole('button', { name: 'Continue at page 9' });
  await offer.waitFor();
  await reader(page).getByRole('button', { name: 'Stay at page 1' }).click();
  await offer.waitFor({ state: 'detached' });
  await expectFocusOn(page, reader(page).getByRole('region', { name: /^Pages of/ }));

  await open(page, `${notes}?open=book`);
  await offer.waitFor();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 600);
  await offer.waitFor({ state: 'detached' });

  await goTo(page, 40);
  await expect.poll(() => storedPages(page), soon).toBeNull();
  await goTo(page, 7);
  await expect.poll(() => storedPages(page), soon).toContain('"page":7');
  await goTo(page, 1);
  await expect.poll(() => storedPages(page), soon).toBeNull();
});

test('a browser that keeps nothing is read in all the same', async () => {
  const context = await browser.newContext(phone);
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  trouble.push(watchForTrouble(page));
  await open(page, `${notes}?open=three`);
  await highlight(page, 'One');
  await goTo(page, 2);
  await pressTool(page, 'Close');
  await reader(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${server.url}${notes}`);
});

test.each(sizes)('highlights stay, are listed, gone to, removed and taken along, on a $name', async ({ options }) => {
  const page = await newPage({ ...options, acceptDownloads: true });
  const sent: string[] = [];
  await open(page, `${notes}?open=book`);
  await pressTool(page, 'Highlights');
  await reader(page).getByText('Nothing is highlighted yet.').waitFor();
  await closePanel(page);
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await highlight(page, 'Page 1 of the long book');
  await goTo(page, 20);
  await highlight(page, 'Page 20 of the long book');
  await open(page, `${notes}?open=book&page=20`, 20);
  await page.locator('mark').getByText('Page 20 of the long book').waitFor();
  expect(
    await page
      .locator('mark')
      .first()
      .evaluate((mark) => getComputedStyle(mark).backgroundColor),
  ).toBe('rgba(255, 255, 0, 0.3)');

  await pressTool(page, 'Highlights');
  const quote = (number: number) =>
    reader(page).getByRole('button', { name: `Page ${number} of the long book`, exact: true });
  const onPage = (number: number) =>
    reader(page).getByRole('region', { name: `Highlights on page ${number}`, exact: true });
  await onPage(1).getByRole('button', { name: 'Page 1 of the long book', exact: true }).waitFor();
  await onPage(20).getByRole('button', { name: 'Page 20 of the long book', exact: true }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    reader(page).getByRole('button', { name: 'Save as text' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Long book - highlights.txt');
  expect(await readFile(await saved.path(), 'utf8')).toBe(
    'Long book\n2 highlights\n\nPage 1\n  “Page 1 of the long book”\n\nPage 20\n  “Page 20 of the long book”\n',
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await reader(page).getByRole('button', { name: 'Copy' }).click();
  await reader(page).getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('“Page 20 of the long book”');

  await quote(1).click();
  await painted(page, 1).waitFor();
  await expect.poll(() => page.getByLabel('Go to page').inputValue(), soon).toBe('1');
  if (!(await onPage(1).isVisible())) await pressTool(page, 'Highlights');
  await onPage(1).getByRole('button', { name: 'Remove “Page 1 of the long book”' }).click();
  await onPage(1).waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('mark').count(), soon).toBe(0);
  await reader(page).getByRole('button', { name: 'Undo' }).click();
  await onPage(1).waitFor();
  await onPage(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await onPage(20)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await reader(page).getByText('Nothing is highlighted yet.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('reader-highlights'))).toBeNull();
  expect(sent).toEqual([]);
});

test('a mark clicked in highlight mode is taken away, and can be brought back; another tab follows', async () => {
  const page = await newPage(desktop);
  await open(page, `${notes}?open=three`);
  const other = await page.context().newPage();
  trouble.push(watchForTrouble(other));
  await open(other, `${notes}?open=three`);
  await highlight(page, 'One');
  const mark = page.locator('mark');
  await other.locator('mark').waitFor();
  await page.getByRole('button', { name: 'Highlight mode' }).click();
  await mark.click();
  expect(await mark.count()).toBe(1);
  await page.getByRole('button', { name: 'Highlight mode' }).click();
  await mark.click();
  await mark.waitFor({ state: 'detached' });
  await other.locator('mark').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await mark.waitFor();
});

/** Counts calls of print instead of opening a dialog nobody sees, in this window and in frames it may reach into. */
function countPrints(page: Page) {
  return page.addInitScript(() => {
    const counted = window as unknown as { prints: string[] };
    counted.prints = [];
    window.print = () => counted.prints.push('window');
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLIFrameElement) || !target.contentDocument) return;
        const words = target.contentDocument.body.innerText;
        target.contentWindow!.print = () => counted.prints.push(words);
      },
      { capture: true },
    );
  });
}

const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: string[] }).prints);
const printed = (page: Page) => page.locator('.printed-pages img');

test.each(sizes)(
  'a short document is printed at once, page by page, in place of the web page, on a $name',
  async ({ options }) => {
    const page = await newPage({ ...options, colorScheme: 'dark' });
    await countPrints(page);
    await open(page, `${notes}?open=three`);
    await pressTool(page, 'Print');
    await expect.poll(() => prints(page), soon).toEqual(['window']);
    const pictures = await printed(page).evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => [image.complete, image.naturalWidth, image.naturalHeight]),
    );
    // 595 × 842 points at 150 dots to the inch.
    expect(pictures).toEqual([1, 2, 3].map(() => [true, 1240, 1755]));
    expect(await printed(page).first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await printed(page).first().isVisible()).toBe(true);
    expect(await page.getByRole('main').isVisible()).toBe(false);
    expect(await reader(page).isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.printed-pages').count()).toBe(0);
  },
);

test('of a long document one chooses what to print; Ctrl+P does it too, and cancelling ends it', async () => {
  const page = await newPage(desktop);
  await countPrints(page);
  const dialog = await open(page, `${notes}?open=book&page=5`, 5);
  await page.keyboard.press('Control+p');
  const choice = dialog.getByRole('dialog', { name: 'Print' });
  await choice.getByLabel('From').fill('7');
  await choice.getByLabel('to', { exact: true }).fill('99');
  await choice.getByRole('button', { name: 'Print' }).click();
  await choice.getByText('Type two page numbers from 1 to 40.').waitFor();
  await choice.getByRole('link', { name: 'Download' }).waitFor();
  await choice.getByLabel('to', { exact: true }).fill('8');
  await choice.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => prints(page), soon).toEqual(['window']);
  expect(await printed(page).count()).toBe(2);
  await choice.waitFor({ state: 'detached' });

  await page.keyboard.press('i');
  await choice.getByLabel('All 40').check();
  await choice.getByRole('button', { name: 'Print' }).click();
  await choice.getByText(/^Preparing page \d+ of 40/).waitFor();
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  await dialog.waitFor();
  expect(await prints(page)).toEqual(['window']);
});

test.each(sizes)(
  'an HTML paper grows dark, sparing its pictures, and larger; it is as tall as it is and printed whole, on a $name',
  async ({ options }) => {
    const page = await newPage({ ...options, colorScheme: 'light' });
    await countPrints(page);
    await page.goto(`${server.url}${papers}?open=paper`);
    const dialog = page.getByRole('dialog', { name: 'Web paper' });
    const frame = dialog.locator('iframe');
    const inside = dialog.frameLocator('iframe');
    await inside.getByText('Written by the paper itself').waitFor();
    const tool = (name: string) => dialog.getByRole('button', { name, exact: true });

    // It scrolls with the dialog and not by itself.
    const scroller = dialog.getByRole('region', { name: 'Pages of Web paper' });
    await expect.poll(() => scroller.evaluate((element) => element === document.activeElement), soon).toBe(true);
    const tall = () => frame.evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(tall, soon).toBeGreaterThan(2000);
    const scrolls = await inside
      .locator('html')
      .evaluate((root) => [root.scrollHeight <= innerHeight, root.scrollWidth <= innerWidth]);
    expect(scrolls).toEqual([true, true]);
    await inside.getByRole('link', { name: 'To the last question' }).click();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop), soon).toBeGreaterThan(1000);

    // Zoom is that of a browser: larger letters, the same width of window.
    const before = await tall();
    for (let step = 0; step < 10; step += 1) await tool('Zoom in').click();
    expect(await tool('Zoom in').isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Zoom', { exact: true }).innerText()).toBe('200 %');
    await expect.poll(tall, soon).toBeGreaterThan(before * 1.9);
    const width = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().width);
    expect(await width(frame)).toBeCloseTo(await scroller.evaluate((element) => element.clientWidth), -1);
    for (let step = 0; step < 15; step += 1) await tool('Zoom out').click();
    expect(await tool('Zoom out').isDisabled()).toBe(true);
    await expect.poll(tall, soon).toBeLessThan(before);

    // Where its pictures are in sight: a browser restyles nothing else before it must.
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    expect(await tool('Dark mode').getAttribute('aria-pressed')).toBe('false');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => tool('Dark mode').getAttribute('aria-pressed'), soon).toBe('true');
    const filter = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).filter);
    expect(await filter(frame)).toBe('invert(0.93) hue-rotate(180deg)');
    await expect.poll(() => filter(inside.locator('img')), soon).toBe('invert(1) hue-rotate(180deg)');
    await tool('Dark mode').click();
    await expect.poll(() => filter(inside.locator('img')), soon).toBe('none');
    expect(await filter(frame)).toBe('none');

    await tool('Print').click();
    await expect.poll(async () => (await prints(page)).length, soon).toBe(1);
    const [words] = await prints(page);
    expect(words).toContain('The last question');
    expect(words).toContain('Written by the paper itself');
    const copy = page.frameLocator('iframe.printed-paper');
    expect(await copy.locator('script').count()).toBe(0);
    expect(await copy.locator('img').count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('iframe').count()).toBe(0);
  },
);

test('a paper that follows its own window does not grow for ever', async () => {
  const page = await newPage(desktop);
  await page.route('**/paper-file/view**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><style>body{min-height:calc(100vh + 40px)}</style><p>Endless',
    }),
  );
  await page.goto(`${server.url}${papers}?open=paper`);
  const frame = page.getByRole('dialog').locator('iframe');
  await page.getByRole('dialog').frameLocator('iframe').getByText('Endless').waitFor();
  await frame.evaluate(async (element) => {
    for (let frames = 0; frames < 120; frames += 1) await new Promise(requestAnimationFrame);
    return element.getBoundingClientRect().height;
  });
  expect(await frame.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(3000);
});

test('the whole session is done from the keyboard alone, and the focus comes back', async () => {
  const page = await newPage(desktop);
  await openPage(page, server.url + notes);
  const read = page.getByRole('link', { name: 'Read Long book' });
  await tabTo(page, read);
  await page.keyboard.press('Enter');
  await painted(page, 1).waitFor();
  const dialog = reader(page);
  const strip = dialog.getByRole('region', { name: /^Pages of/ });
  await expectFocusOn(page, strip);
  await page.keyboard.press('g');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await painted(page, 12).waitFor();
  await expectFocusOn(page, strip);

  const more = dialog.getByRole('button', { name: 'More', exact: true });
  await tabTo(page, more);
  await page.keyboard.press('ArrowDown');
  const menu = dialog.getByRole('menu', { name: 'More' });
  await expectFocusOn(page, menu.getByRole('menuitem').or(menu.getByRole('menuitemcheckbox')).first());
  await page.keyboard.press('End');
  await expectFocusOn(page, menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expectFocusOn(page, more);
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const help = dialog.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Next page').waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await expectFocusOn(page, more);
  await page.keyboard.press('?');
  await help.getByText('Highlight mode').waitFor();
  // Its keys are not the reader's while it is open.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Go to page').inputValue(), soon).toBe('12');

  await page.keyboard.press('l');
  await dialog.getByText('Nothing is highlighted yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText('Nothing is highlighted yet.').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('page 7 of');
  await page.locator('[data-page-number="7"][data-state="painted"]').waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, dialog.getByRole('button', { name: 'Close', exact: true }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocusOn(page, read);
});

test.each(sizes)(
  'axe finds nothing in the reader with all it opens, in both tones, nothing is cramped, on a $name',
  async ({ options }) => {
    const page = await newPage({ ...options, reducedMotion: 'reduce' });
    const found: string[] = [];
    const look = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
        );
        found.push(...(await findAxeViolations(page)).map((each) => `${what}, ${colorScheme}: ${each}`));
      }
      found.push(...(await findCrampedText(page)).map((each) => `${what}: ${each}`));
    };
    const dialog = await open(page, `${notes}?open=book`);
    await goTo(page, 4);
    await expect.poll(() => storedPages(page), soon).toContain('"page":4');
    await open(page, `${notes}?open=book`);
    await dialog.getByRole('button', { name: 'Continue at page 4' }).waitFor();
    await look('offer to continue');
    await dialog.getByRole('button', { name: 'More', exact: true }).click();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await dialog.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await dialog.getByRole('dialog', { name: 'Print' }).waitFor();
    await look('what to print');
    await page.keyboard.press('Escape');
    await pressTool(page, 'Highlights');
    await look('no highlights');
    await closePanel(page);
    await highlight(page, 'Page 1 of the long book');
    await pressTool(page, 'Highlights');
    await look('highlights');
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await look('a highlight removed');
    expect(found).toEqual([]);
  },
);

test.each([
  { text: 'as it is', textScale: 1 },
  { text: 'twice as large', textScale: 2 },
])('on the narrowest phone the bar is one row of large targets, with text $text', async ({ textScale }) => {
  await using narrow = await openBrowser({ textScale });
  const page = await narrow.newPage({ viewport: { width: 320, height: 640 }, hasTouch: true });
  await open(page, `${notes}?open=book`);
  const bar = reader(page).getByRole('region', { name: 'Reader tools' });
  const boxes = await bar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  expect(Math.min(...boxes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(44);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(320);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(await findCrampedText(page)).toEqual([]);
});

test('the accessibility tree of a page holds its words in their order, within the page’s own landmark', async () => {
  const page = await newPage(desktop);
  await open(page, `${notes}?open=book&page=3`, 3);
  await page.locator('[data-page-number="3"] .reader-text').getByText('Page 3 of the long book').waitFor();
  const tools = await page.context().newCDPSession(page);
  const { nodes } = await tools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const words = (id: string): string[] => {
    const node = byId.get(id);
    if (!node) return [];
    if (node.role?.value === 'StaticText') return [String(node.name?.value ?? '')];
    return (node.childIds ?? []).flatMap(words);
  };
  const landmark = nodes.find((node) => node.role?.value === 'region' && node.name?.value === 'Page 3');
  expect(landmark?.ignored).toBe(false);
  const lines = words(landmark!.nodeId)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  expect(lines).toEqual([
    'Page 3 of the long book',
    ...Array.from({ length: 28 }, (_, row) => `Line ${row + 1}: what is asked on page 3 is answered on page 3.`),
  ]);
});
