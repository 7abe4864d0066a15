import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doubleTapMs } from '#app/features/reader/gestures/taps.ts';
import { pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeBook, makePdf, writePdf } from '#test/support/documents.ts';
import { openFingers, type Fingers } from '#test/support/fingers.ts';
import { openLibrarian } from '#test/support/library.ts';
import { arriveAt } from '#test/support/reader.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

/** The reader in one's hands: fingers, turning, fitting, and bars that make room. */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([openTestServer({ withPages: true }), shareBrowser({ isMoving: true })]);
  const librarian = await openLibrarian(server.url);
  await librarian.upload('book.pdf', makeBook('long book', 40), 'book-file');
  await librarian.publish('note', { ...place, title: 'Long book', fileId: 'book-file' }, 'book');
  await librarian.upload('linked.pdf', makeLinkedPdf(), 'linked-file');
  await librarian.publish('note', { ...place, title: 'Linked', fileId: 'linked-file' }, 'linked');
  const thick = Array.from({ length: 1500 }, (_, index) => [`Page ${index + 1} of the thick book`]);
  await librarian.upload('thick.pdf', makePdf(thick, { pagesPerNode: 30 }), 'thick-file');
  await librarian.publish('note', { ...place, title: 'Thick book', fileId: 'thick-file' }, 'thick');
});

/** Three pages; a link to the last covers the upper left quarter of the first. */
function makeLinkedPdf(): Buffer {
  const page = (more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${more} >>`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
    page('/Annots [6 0 R]'),
    page(),
    page(),
    '<< /Type /Annot /Subtype /Link /Rect [0 400 300 800] /Border [0 0 0] /Dest [5 0 R /Fit] >>',
  ]);
}

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

/** Smooth scrolling and drawing take their time where several tests share a machine. */
function eventually(find: () => unknown) {
  return expect.poll(find);
}

const painted = (page: Page, number: number) => page.locator(`[data-page-number="${number}"][data-state="painted"]`);

/** On a busy machine the second tap may come too late to be one double tap with the first: then once more. */
async function doubleTap(page: Page, fingers: Fingers, at: { x: number; y: number }): Promise<void> {
  const before = await zoom(page);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const began = performance.now();
    await fingers.tap(at);
    await fingers.tap(at);
    if (performance.now() - began < doubleTapMs) return;
    await settled(page);
    if ((await zoom(page)) !== before) return;
  }
}

/** The zoom as a person sees it, by the width of the pages: on a phone no bar says it. */
function zoom(page: Page): Promise<string> {
  return page.evaluate(() => {
    const width = document.querySelector<HTMLElement>('.reader-page')!.offsetWidth;
    const share = innerWidth > 768 ? 0.9 : 0.95;
    return `${Math.round((width / (innerWidth * share)) * 100)} %`;
  });
}

/** The reader open at a page of the long book. */
async function openBook(options: Parameters<SharedBrowser['newContext']>[0], at: number, id = 'book') {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await page.goto(`${server.url}${pages.material(id)}?open=${id}&page=${at}`);
  await painted(page, at).waitFor();
  if (id !== 'linked') await page.locator(`[data-text-of-page="${at}"] span`).first().waitFor({ state: 'attached' });
  return { page, trouble, [Symbol.asyncDispose]: () => context.close() };
}

type Point = { x: number; y: number };
type Spot = { page: number; across: number; down: number };

/** What of the document lies at a point of the window: the nearest page, and how far across and down it, in its size. */
function spotAt(page: Page, at: Point): Promise<Spot> {
  return page.evaluate(({ x, y }) => {
    const near = [...document.querySelectorAll<HTMLElement>('[data-page-number]')]
      .map((element) => ({ number: Number(element.dataset['pageNumber']), box: element.getBoundingClientRect() }))
      .map((each) => ({ ...each, far: Math.max(each.box.top - y, y - each.box.bottom, 0) }))
      .toSorted((one, other) => one.far - other.far)[0];
    if (!near) throw new Error('there is no page');
    const { number, box } = near;
    return { page: number, across: (x - box.left) / box.width, down: (y - box.top) / box.height };
  }, at);
}

/** Where in the window such a spot lies now. */
function pointOf(page: Page, spot: Spot): Promise<Point> {
  return page.evaluate(({ page: number, across, down }) => {
    const box = document.querySelector(`[data-page-number="${number}"]`)!.getBoundingClientRect();
    return { x: box.left + across * box.width, y: box.top + down * box.height };
  }, spot);
}

async function expectAt(page: Page, spot: Spot, at: Partial<Point>, pixels = 2) {
  const found = await pointOf(page, spot);
  const far = Math.hypot(found.x - (at.x ?? found.x), found.y - (at.y ?? found.y));
  expect(far).toBeLessThanOrEqual(pixels);
}

/** The fingers have let go and the pages are laid out in their new size. */
async function settled(page: Page) {
  await page.locator('.reader-strip:not([data-stretching])').waitFor();
}

/** Two fingers around a point, so far apart. */
const around = ({ x, y }: Point, spread: number): [Point, Point] => [
  { x: x - spread / 2, y: y - spread / 4 },
  { x: x + spread / 2, y: y + spread / 4 },
];

type Pinch = { from: Point; to?: Point; factor: number; spread?: number; holds?: (middle: Point) => Partial<Point> };

/** Pinches and looks after every step, and once it has settled, that what was between the fingers still is. */
async function pinch(page: Page, fingers: Fingers, { from, to = from, factor, spread = 80, holds }: Pinch) {
  const held = await spotAt(page, from);
  await fingers.down(...around(from, spread));
  const steps = 8;
  let step = 0;
  await fingers.move(around(to, spread * factor), steps, async () => {
    step += 1;
    const middle = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
    await expectAt(page, held, holds ? holds(middle) : middle);
  });
  await fingers.up();
  await settled(page);
  await expectAt(page, held, holds ? holds(to) : to);
}

const scroller = (page: Page) => page.getByRole('region', { name: /^Pages of/ });
const scrollTop = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);
/** Where reading begins in the window: below what bars may lie over, and the gap. */
function lineOf(page: Page): Promise<Point> {
  return scroller(page).evaluate((element) => {
    const above = Number.parseFloat(getComputedStyle(element.closest('dialog')!).getPropertyValue('--bar-above'));
    return { x: innerWidth / 2, y: element.getBoundingClientRect().top + above + 12 };
  });
}

const upAndDown = ({ y }: Point) => ({ y });

test('a pinch keeps what is between the fingers there, in and out, moving, at the limits and across a gap', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  const fingers = await openFingers(page);

  await pinch(page, fingers, { from: { x: 120, y: 360 }, factor: 1.63 });
  expect(await zoom(page)).toBe('160 %');
  // Moved while it is pinched.
  await pinch(page, fingers, { from: { x: 220, y: 420 }, to: { x: 190, y: 380 }, factor: 0.8 });
  expect(await zoom(page)).toBe('130 %');
  // Beyond the limits it goes no further.
  await pinch(page, fingers, { from: { x: 200, y: 500 }, factor: 3, spread: 60 });
  expect(await zoom(page)).toBe('200 %');
  // A page narrower than the window stands in its middle: sideways there is nothing to hold.
  await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 0.15, spread: 300, holds: upAndDown });
  expect(await zoom(page)).toBe('50 %');
  await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 1.8, holds: upAndDown });
  expect(await zoom(page)).toBe('90 %');

  // Between the fingers is the gap between two pages, which does not grow.
  await pinch(page, fingers, { from: { x: 200, y: 400 }, factor: 1.1, holds: upAndDown });
  expect(await zoom(page)).toBe('100 %');
  const current = (await spotAt(page, { x: 195, y: 400 })).page;
  const gap = { x: 150, y: (await pointOf(page, { page: current, across: 0, down: 1 })).y + 6 };
  for (const factor of [1.5, 0.7]) {
    const edges = () =>
      page.evaluate(
        (number) =>
          [number, number + 1].map(
            (each) =>
              document.querySelector(`[data-page-number="${each}"]`)!.getBoundingClientRect()[
                each === number ? 'bottom' : 'top'
              ],
          ),
        current,
      );
    await fingers.down(...around(gap, 80));
    await fingers.move(around(gap, 80 * factor));
    const [above = 0, below = 0] = await edges();
    expect([Math.abs(gap.y - above - 6), Math.abs(below - gap.y - 6)].every((far) => far <= 2)).toBe(true);
    await fingers.up();
    await settled(page);
    const [aboveThen = 0, belowThen = 0] = await edges();
    expect([Math.abs(gap.y - aboveThen - 6), Math.abs(belowThen - gap.y - 6)].every((far) => far <= 2)).toBe(true);
  }
  expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
  expect(book.trouble()).toEqual([]);
});

test('a pinch at the beginning of the document keeps what is held as far as there is something to scroll', async () => {
  await using book = await openBook(phone, 1);
  const { page } = book;
  const fingers = await openFingers(page);
  await pinch(page, fingers, { from: { x: 100, y: 200 }, factor: 2 });
  expect(await zoom(page)).toBe('200 %');
  await fingers.down(...around({ x: 200, y: 300 }, 300));
  await fingers.move(around({ x: 200, y: 300 }, 150));
  await fingers.up();
  await settled(page);
  expect(await zoom(page)).toBe('100 %');
  expect(await scrollTop(page)).toBe(0);
  expect((await painted(page, 1).boundingBox())?.x).toBeCloseTo((390 - Math.round(390 * 0.95)) / 2, 0);
});

test('a word stays between the fingers, and the picture is drawn anew once they have let go', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  const fingers = await openFingers(page);
  const word = page.locator('[data-text-of-page="12"]').getByText('Line 9:');
  const box = (await word.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const canvas = painted(page, 12).locator('canvas');
  const before = await canvas.evaluate((element: HTMLCanvasElement) => element.width);
  const far = async () => {
    const now = (await word.boundingBox())!;
    return Math.hypot(now.x + now.width / 2 - middle.x, now.y + now.height / 2 - middle.y);
  };
  await fingers.down(...around(middle, 80));
  await fingers.move(around(middle, 152), 6, async () => {
    expect(await far()).toBeLessThanOrEqual(2);
    expect(await canvas.evaluate((element: HTMLCanvasElement) => element.width)).toBe(before);
  });
  await fingers.up();
  await settled(page);
  expect(await far()).toBeLessThanOrEqual(2);
  await eventually(() => canvas.evaluate((element: HTMLCanvasElement) => element.width)).toBeGreaterThan(before * 1.8);
  expect(book.trouble()).toEqual([]);
});

test('a finger scrolls with the browser, and a second one that joins it pinches', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  const fingers = await openFingers(page);
  const before = await scrollTop(page);
  await fingers.down({ x: 180, y: 600 });
  await fingers.move([{ x: 180, y: 450 }]);
  await eventually(() => scrollTop(page)).toBeGreaterThan(before + 100);
  await fingers.down({ x: 260, y: 490 });
  const middle = { x: 220, y: 470 };
  const held = await spotAt(page, middle);
  await fingers.move(around(middle, 160), 8);
  await fingers.up();
  await settled(page);
  expect(Number.parseInt(await zoom(page), 10)).toBeGreaterThan(130);
  await expectAt(page, held, middle);
});

test('a double tap goes close up around the finger and back, and selects nothing', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  const fingers = await openFingers(page);
  const at = { x: 250, y: 330 };
  const held = await spotAt(page, at);
  await doubleTap(page, fingers, at);
  await eventually(() => zoom(page)).toBe('180 %');
  await settled(page);
  await expectAt(page, held, at);
  await doubleTap(page, fingers, at);
  await eventually(() => zoom(page)).toBe('100 %');
  await settled(page);
  await expectAt(page, held, at);
  expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
});

test('a link is followed by a tap, not by a pinch or a double tap; turned, it is where the page has it', async () => {
  await using book = await openBook(phone, 1, 'linked');
  const { page } = book;
  const fingers = await openFingers(page);
  const link = page.getByRole('button', { name: /^Link / });
  await link.waitFor();
  const current = () => page.getByLabel('Go to page').inputValue();

  await pinch(page, fingers, { from: { x: 110, y: 200 }, factor: 1.4 });
  await pinch(page, fingers, { from: { x: 110, y: 200 }, factor: 0.72 });
  // Beside the link first, then on it.
  await fingers.tap({ x: 206, y: 200 });
  await fingers.tap({ x: 186, y: 200 });
  await eventually(() => zoom(page)).toBe('180 %');
  await settled(page);
  expect(await current()).toBe('1');

  await doubleTap(page, fingers, { x: 300, y: 700 });
  await eventually(() => zoom(page)).toBe('100 %');
  await page.keyboard.press('Home');
  await page.keyboard.press('r');
  await page.locator('[data-page-number="1"] .reader-text[data-main-rotation="90"]').waitFor();
  const sheet = (await painted(page, 1).boundingBox())!;
  const box = (await link.boundingBox())!;
  expect((box.x - sheet.x) / sheet.width).toBeCloseTo(0.5, 2);
  expect((box.y - sheet.y) / sheet.height).toBeCloseTo(0, 2);
  await fingers.tap({ x: sheet.x + sheet.width * 0.25, y: box.y + box.height / 2 });
  await fingers.tap({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await eventually(current).toBe('3');
  expect(book.trouble()).toEqual([]);
});

test('a wheel with Ctrl zooms by steps around the pointer, a trackpad freely; keys with Ctrl are the browser’s', async () => {
  await using book = await openBook(desktop, 12);
  const { page } = book;
  await page.keyboard.press('w');
  await eventually(() => zoom(page)).toBe('110 %');
  const at = { x: 500, y: 400 };
  await page.mouse.move(at.x, at.y);
  const held = await spotAt(page, at);
  const tools = await page.context().newCDPSession(page);
  const turn = (deltaY: number) =>
    tools.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY, modifiers: 2 });
  await turn(-120);
  await eventually(() => zoom(page)).toBe('120 %');
  await settled(page);
  await expectAt(page, held, at);
  // All in one task: after a pause, as a busy machine makes one, the next would be a zoom of its own, rounded to a step.
  await scroller(page).evaluate((element, { x, y }) => {
    const move = { ctrlKey: true, deltaY: -4, clientX: x, clientY: y, bubbles: true, cancelable: true };
    for (let count = 0; count < 8; count += 1) element.dispatchEvent(new WheelEvent('wheel', move));
  }, at);
  await settled(page);
  expect(await zoom(page)).toBe('170 %');
  await expectAt(page, held, at);
  await page.keyboard.press('Control+-');
  await page.keyboard.press('Control+Equal');
  expect(await zoom(page)).toBe('170 %');
  expect(book.trouble()).toEqual([]);
});

test.each([
  { name: 'phone', options: phone },
  { name: 'desktop', options: desktop },
])('turning keeps the place and turns words, links and picture with the page, on a $name', async ({ options }) => {
  await using book = await openBook(options, 12);
  const { page } = book;
  await scroller(page).evaluate((element) => element.scrollBy(0, 150));
  const line = await lineOf(page);
  const before = await spotAt(page, line);
  const title = page.getByText('Page 12 of the long book');
  await title.evaluate((element) => element.setAttribute('data-seen', ''));

  await page.keyboard.press('r');
  await page.locator('[data-page-number="12"] .reader-text[data-main-rotation="90"]').waitFor();
  const sideways = await spotAt(page, line);
  expect([sideways.page, sideways.down]).toEqual([before.page, expect.closeTo(before.down, 2)]);
  // What stood at the upper left stands at the upper right, upright words lie on their side.
  const sheet = (await painted(page, 12).boundingBox())!;
  const words = (await title.boundingBox())!;
  expect(sheet.height / sheet.width).toBeCloseTo(595 / 842, 2);
  expect((words.x + words.width / 2 - sheet.x) / sheet.width).toBeGreaterThan(0.85);
  expect(words.height).toBeGreaterThan(words.width);
  await page.locator('[data-page-number="12"] .reader-picture:not([data-turned])').waitFor();

  for (let turns = 0; turns < 3; turns += 1) await page.keyboard.press('r');
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('r');
  await page.locator('[data-page-number="12"] .reader-text[data-main-rotation="0"]').waitFor();
  await expectAt(page, before, line);
  // The words were not read again for it.
  expect(await title.getAttribute('data-seen')).toBe('');
  expect(book.trouble()).toEqual([]);
});

test('a phone turned on its side and back stays at the place', async () => {
  await using book = await openBook(phone, 12);
  const { page } = book;
  await scroller(page).evaluate((element) => element.scrollBy(0, 150));
  const before = await spotAt(page, await lineOf(page));
  await page.setViewportSize({ width: 844, height: 390 });
  await eventually(async () => (await painted(page, 12).boundingBox())?.width).toBeCloseTo(844 * 0.9, -0.5);
  await expectAt(page, before, { y: (await lineOf(page)).y });
  // One row of controls, and the pages have the rest. A tap brings it back, once it has left.
  const headTop = async () => (await page.locator('.reader-head').boundingBox())?.y;
  await eventually(headTop).toBeLessThan(0);
  await (await openFingers(page)).tap({ x: 400, y: 200 });
  await eventually(headTop).toBe(0);
  const head = (await page.locator('.reader-head').boundingBox())!;
  const tools = (await page.locator('.reader-tools').boundingBox())!;
  expect([head.y, tools.y]).toEqual([0, 0]);
  expect(Math.max(head.height, tools.height)).toBeLessThanOrEqual(48);
  await page.setViewportSize(phone.viewport);
  await eventually(async () => (await painted(page, 12).boundingBox())?.width).toBeCloseTo(390 * 0.95, -0.5);
  await expectAt(page, before, { y: (await lineOf(page)).y });
});

test('fit width and fit page choose a step of zoom at which nothing is scrolled sideways, or the page is seen whole', async () => {
  await using book = await openBook(desktop, 12);
  const { page } = book;
  const overflow = () => scroller(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.keyboard.press('w');
  await eventually(() => zoom(page)).toBe('110 %');
  expect(await overflow()).toBe(0);
  await page.keyboard.press('+');
  expect(await overflow()).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.keyboard.press('z');
  await eventually(() => zoom(page)).toBe('60 %');
  const view = (await scroller(page).boundingBox())!;
  await eventually(async () => (await painted(page, 12).boundingBox())!.y).toBeCloseTo(view.y + 12, 0);
  const sheet = (await painted(page, 12).boundingBox())!;
  expect(sheet.y + sheet.height).toBeLessThanOrEqual(view.y + view.height);
});

test('on a phone the bars leave while one reads on and come back when they are wanted; the pages do not move with them', async () => {
  await using book = await openBook({ ...phone, reducedMotion: 'reduce' }, 12);
  const { page } = book;
  const fingers = await openFingers(page);
  const bars = async () => {
    const head = (await page.locator('.reader-head').boundingBox())!;
    const tools = (await page.locator('.reader-tools').boundingBox())!;
    const areIn = head.y >= 0 && tools.y + tools.height <= 844;
    const areOut = head.y + head.height <= 0 && tools.y >= 844;
    return areIn ? 'there' : areOut ? 'gone' : 'between';
  };
  const drag = async (pixels: number) => {
    const start = { x: 60, y: pixels < 0 ? 650 : 250 };
    await fingers.down(start);
    await fingers.move([{ x: start.x, y: start.y + pixels }], 10);
    await fingers.up();
  };
  /** Where page 12 stands in the strip, which bars must not change. */
  const stand = () =>
    painted(page, 12).evaluate(
      (sheet) => sheet.getBoundingClientRect().y + document.querySelector('.reader-scroller')!.scrollTop,
    );

  expect(await bars()).toBe('there');
  const before = await stand();
  await drag(-200);
  await eventually(bars).toBe('gone');
  expect(await stand()).toBeCloseTo(before, 0);
  await drag(60);
  await eventually(bars).toBe('there');
  expect(await stand()).toBeCloseTo(before, 0);

  await drag(-200);
  await eventually(bars).toBe('gone');
  await fingers.tap({ x: 195, y: 420 });
  await eventually(bars).toBe('there');

  // The keyboard finds them where they are, and keeps them while it is there.
  await drag(-200);
  await eventually(bars).toBe('gone');
  await page.keyboard.press('g');
  await eventually(bars).toBe('there');
  const top = await scrollTop(page);
  await drag(-200);
  await eventually(() => scrollTop(page)).toBeGreaterThan(top + 100);
  expect(await bars()).toBe('there');
  await page.getByLabel('Go to page').fill('40');
  await page.keyboard.press('Enter');
  await arriveAt(page, 40);

  // At the end the last page is seen whole above the bar, at the beginning the first below it.
  await drag(-400);
  await drag(-400);
  await eventually(bars).toBe('there');
  const last = (await painted(page, 40).boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual((await page.locator('.reader-tools').boundingBox())!.y);
  await page.keyboard.press('Home');
  await eventually(() => scrollTop(page)).toBe(0);
  await eventually(bars).toBe('there');
  const head = (await page.locator('.reader-head').boundingBox())!;
  await painted(page, 1).waitFor();
  expect((await painted(page, 1).boundingBox())!.y).toBeGreaterThanOrEqual(head.y + head.height);
  // Small type in a field would make a phone zoom the page in on focus.
  const size = await page.getByLabel('Go to page').evaluate((element) => getComputedStyle(element).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
  expect(book.trouble()).toEqual([]);
});

test('bars of a wide window stay', async () => {
  await using book = await openBook(desktop, 12);
  const { page } = book;
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 1600);
  await eventually(() => page.getByLabel('Go to page').inputValue()).toBe('13');
  expect((await page.locator('.reader-head').boundingBox())!.y).toBe(0);
});

test('through 1,500 pages no more pages are there than are looked at, and no picture of the others', async () => {
  await using book = await openBook(phone, 1, 'thick');
  const { page } = book;
  const most = await scroller(page).evaluate(async (element) => {
    const frame = () => new Promise(requestAnimationFrame);
    const most = { pages: 0, pictures: 0, elements: 0 };
    for (let top = 0; top < element.scrollHeight; top += 2600) {
      element.scrollTop = top;
      await frame();
      most.pages = Math.max(most.pages, element.querySelectorAll('[data-page-number]').length);
      most.pictures = Math.max(most.pictures, element.querySelectorAll('canvas').length);
      most.elements = Math.max(most.elements, element.querySelectorAll('*').length);
    }
    element.scrollTop = element.scrollHeight;
    return most;
  });
  await painted(page, 1500).waitFor();
  expect(most.pages).toBeLessThanOrEqual(6);
  expect(most.pictures).toBeLessThanOrEqual(6);
  expect(most.elements).toBeLessThan(150);
  expect(await page.locator('canvas').count()).toBeLessThanOrEqual(4);
  expect(await page.getByLabel('Go to page').inputValue()).toBe('1500');
  expect(book.trouble()).toEqual([]);
});
