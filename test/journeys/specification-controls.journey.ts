import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The numbers of docs/product.md for tooltips, scroll areas and the second kind of toast. */

let server: TestServer;
let browser: SharedBrowser;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const subject = ['csit', '1', 'c-programming'] as const;
/** Wider than any table, and without a break opportunity. */
const endlessTitle = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5);

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser({ isMoving: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('note.pdf', makePdf([['First page'], ['Second page']]), 'note-file');
  await librarian.upload('paper.html', makeHtmlPaper('A paper'), 'paper-file');
  await librarian.publish('paper', { ...place, title: endlessTitle, year: 2024, fileId: 'paper-file' }, 'paper');
  await librarian.publish('note', { ...place, title: 'Pointers', fileId: 'note-file' }, 'note');
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('a tooltip opens after 700 ms, the next one immediately within 300 ms, and never covers its control', async () => {
  const page = await openReader(desktop, true);
  const [zoomIn, zoomOut] = [tool(page, 'Zoom in'), tool(page, 'Zoom out')];
  // The keyboard has no delay; the control keeps the focus while the tooltips are being fetched.
  await zoomIn.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await tooltip(page).filter({ hasText: 'Zoom in' }).waitFor();
  expect(await zoomIn.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await tooltip(page).locator('kbd').innerText()).toBe('+');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tooltip(page).waitFor({ state: 'detached' });
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));

  await zoomIn.hover();
  await page.clock.runFor(699);
  expect(await tooltip(page).count()).toBe(0);
  await page.clock.runFor(1);
  expect(await tooltip(page).innerText()).toContain('Zoom in');
  expect(overlap(await tooltip(page).boundingBox(), await zoomIn.boundingBox())).toBe(false);
  await away(page);
  expect(await tooltip(page).count()).toBe(0);

  await page.clock.runFor(300);
  await zoomOut.hover();
  expect(await tooltip(page).innerText()).toContain('Zoom out');
  await away(page);
  await page.clock.runFor(301);
  await zoomIn.hover();
  expect(await tooltip(page).count()).toBe(0);

  // No tooltip on a pressed control until the pointer enters it again.
  await zoomIn.click();
  await page.clock.runFor(5000);
  expect(await tooltip(page).count()).toBe(0);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'an element under a resting pointer, or focused by a script, shows no tooltip',
  async () => {
    const page = await openReader(desktop, true);
    const dark = tool(page, 'Dark mode');
    const [x, y] = middle(await dark.boundingBox());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.mouse.move(x, y);
    await page.getByRole('link', { name: 'Read Pointers' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.reader [data-tool="toggleDark"]:hover') !== null);
    // Most tools are not focusable before there is a page.
    await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
    await page.clock.runFor(5000);
    expect(await tooltip(page).count()).toBe(0);
    await page.mouse.move(x + 2, y);
    await page.clock.runFor(700);
    expect(await tooltip(page).innerText()).toContain('Dark mode');

    await away(page);
    await tool(page, 'Zoom in').evaluate((each) => each.focus({ focusVisible: true } as FocusOptions));
    await page.clock.runFor(5000);
    expect(await tooltip(page).count()).toBe(0);
    await page.keyboard.press('Tab');
    await tooltip(page).waitFor();
  },
);

test('a control that is focused while a document loads keeps the focus when the pages appear', async () => {
  const page = await browser.newPage(desktop);
  const { promise: isFocused, resolve: letLoad } = Promise.withResolvers<void>();
  await page.route('**/note-file/preview*', async (route) => {
    await isFocused;
    await route.continue();
  });
  await page.goto(`${server.url}${pages.notes(...subject)}?open=note`);
  const dark = tool(page, 'Dark mode');
  await dark.focus();
  letLoad();
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  expect(await dark.evaluate((each) => each === document.activeElement)).toBe(true);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the pointer may move onto a tooltip, and Escape closes it before the dialog below',
  async () => {
    const page = await openReader(desktop);
    await tool(page, 'Dark mode').hover();
    const box = await tooltip(page).boundingBox();
    await page.mouse.move(...middle(box), { steps: 12 });
    expect(await tooltip(page).innerText()).toContain('Dark mode');
    await page.mouse.move(700, 600);
    await tooltip(page).waitFor({ state: 'detached' });

    await tool(page, 'Close').hover();
    await tooltip(page).waitFor();
    await page.keyboard.press('Escape');
    await tooltip(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a tooltip repeats the name of its control, and the browser shows none of its own',
  async () => {
    const page = await openReader(desktop);
    const strangers: string[] = [];
    const look = async () => strangers.push(...(await page.evaluate(findStrangers)));
    await look();
    await tool(page, 'Zoom in').hover();
    await tooltip(page).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    for (const address of [
      pages.home(),
      pages.faculty('csit'),
      pages.books(),
      `${pages.papers(...subject)}?open=paper`,
    ]) {
      await openPage(page, server.url + address);
      await look();
    }
    await signIn(page, server.url);
    await look();
    await openManage(page);
    await look();
    expect(strangers).toEqual([]);
  },
);

test('a disabled field says which field to fill in first, visibly and to screen readers', async () => {
  const page = await browser.newPage(desktop);
  await signIn(page, server.url);
  const level = page.getByLabel('Level');
  // Its container receives the pointer events; a disabled control does not.
  await page.locator('[data-tooltip]', { has: level }).hover();
  expect(await tooltip(page).innerText()).toBe('Choose the faculty first.');
  expect(await describe(level)).toBe('Choose the faculty first.');
  expect(await describe(page.getByLabel('Subject'))).toBe('Choose the level first.');
  await page.getByLabel('Faculty').selectOption({ label: 'BCA' });
  expect(await describe(level)).toBe('');
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a truncated title is shown whole in a tooltip, a complete one has none',
  async () => {
    // Two lines are shorter than the title here.
    const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
    await openPage(page, `${server.url}${pages.papers(...subject)}?open=paper`);
    const title = page.getByRole('dialog').getByRole('heading', { name: endlessTitle });
    await title.hover();
    expect(await tooltip(page).innerText()).toBe(endlessTitle);
    await openPage(page, `${server.url}${pages.notes(...subject)}?open=note`);
    await tool(page, 'Zoom in').hover();
    await tooltip(page).waitFor();
    // From one tooltip directly to the next there would be no delay.
    await page.getByRole('dialog').getByRole('heading', { name: 'Pointers' }).hover();
    expect(await tooltip(page).count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'touch shows no tooltip and fetches none, and a mouse fetches them with the first one',
  async () => {
    const fetchedOn = async (options: BrowserContextOptions, act: (toggle: Locator, page: Page) => Promise<void>) => {
      const page = await browser.newPage(options);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await openPage(page, server.url);
      await act(page.getByRole('button', { name: 'Switch between light and dark theme' }), page);
      await settle(page);
      return { page, isFetched: asked.some((url) => url.includes('tooltip')) };
    };
    const touched = await fetchedOn(phone, async (toggle, page) => {
      await toggle.tap();
      await page.keyboard.press('Tab');
    });
    expect([touched.isFetched, await tooltip(touched.page).count()]).toEqual([false, 0]);
    expect((await fetchedOn(desktop, async (_, page) => page.mouse.move(300, 300))).isFetched).toBe(false);
    const pointed = await fetchedOn(desktop, (toggle) => toggle.hover());
    await tooltip(pointed.page).waitFor();
    expect(pointed.isFetched).toBe(true);
  },
);

test('the bar of a scroll area is visible under the pointer and hides 600 ms after the pointer has left', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 500 } });
  await openPage(page, server.url + pages.semester('csit', '1'));
  const menu = page.getByRole('complementary');
  const bar = () => menu.evaluate((area) => getComputedStyle(area).scrollbarColor.split(/ (?=rgb)/)[0]);
  const hidden = 'rgba(0, 0, 0, 0)';
  expect(await bar()).toBe(hidden);
  await menu.hover();
  await expect.poll(bar).toBe('rgb(135, 131, 115)');
  const before = await menu.boundingBox();
  // Its transition is stopped and controlled by hand: 599 ms after leaving, and when it is over.
  await page.mouse.move(1000, 300);
  const barAt = (time: number) =>
    menu.evaluate((area, milliseconds) => {
      for (const each of area.getAnimations()) {
        if (!(each instanceof CSSTransition)) continue;
        each.pause();
        each.currentTime = milliseconds;
      }
      return getComputedStyle(area).scrollbarColor.split(/ (?=rgb)/)[0];
    }, time);
  expect(await barAt(599)).toBe('rgb(135, 131, 115)');
  expect(await barAt(750)).toBe(hidden);
  expect(await menu.boundingBox()).toEqual(before);
});

test('scroll areas scroll without scripts, and fade at the side where more content is', async () => {
  const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
  await page.goto(server.url + pages.discussions());
  const row = page.getByRole('tablist').locator('..');
  const fades = () =>
    row.evaluate((area) => ['--fade-start', '--fade-end'].map((side) => getComputedStyle(area).getPropertyValue(side)));
  await expect.poll(fades).toEqual(['0px', '32px']);
  await row.evaluate((area) => area.scrollTo({ left: area.scrollWidth }));
  expect(await row.evaluate((area) => area.scrollLeft)).toBeGreaterThan(100);
  await expect.poll(fades).toEqual(['32px', '0px']);
  // Without overflow nothing fades.
  await page.goto(server.url + pages.books());
  await expect.poll(fades).toEqual(['0px', '0px']);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a table wider than its container can be reached and scrolled with the keyboard, and has a name',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await signIn(page, server.url);
    await openManage(page);
    // Larger text, set for this page alone, needs more space than the window has.
    await page.addStyleTag({ content: ':root { font-size: 175% }' });
    const area = page.getByRole('region', { name: 'Question Papers, scrolls sideways' });
    // While larger letters arrive, the table may fit for a moment; then it is no tab stop, and a key does nothing.
    const scroll = async () => {
      await area.press('ArrowRight');
      return area.evaluate((each) => each.scrollLeft);
    };
    await expect.poll(scroll).toBeGreaterThan(0);
    expect(await findAxeViolations(page)).toEqual([]);
    // As cards it fits, and is no tab stop any more.
    await page.addStyleTag({ content: ':root { font-size: 100% }' });
    await page.setViewportSize(phone.viewport);
    await area.waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Question Papers' }).isVisible()).toBe(true);
  },
);

test('short confirmations are shown bottom right for four seconds, at most three, beside the other toasts', async () => {
  const librarian = await openLibrarian(server.url);
  const parts = ['part 1', 'part 2', 'part 3', 'part 4'];
  for (const part of parts) {
    const { $id } = await librarian.publish('revision', { ...place, title: `Pointers, ${part}`, fileId: 'note-file' });
    await librarian.send('DELETE', api.document(ids, 'revisions', $id));
  }
  await librarian.publish('paper', { ...place, title: 'Model paper', year: 2025, fileId: 'note-file' });
  const page = await browser.newPage(desktop);
  await signIn(page, server.url);
  await openManage(page);
  const corner = (name: string) => page.locator(`.Toastify__toast-container--${name}`).getByRole('status');
  const confirmations = corner('bottom-right');
  const timer = (toast: Locator) => toast.locator('.Toastify__progress-bar--animated');
  const timerThat = (toast: Locator, state: string) => timer(toast).and(page.locator(`[style*='${state}']`));
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  // All are held from the start, as when the window is in the background.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  for (const part of parts) {
    await page.getByRole('button', { name: `Restore Pointers, ${part}` }).click();
    if (part === 'part 4') break;
    await timerThat(confirmations.filter({ hasText: part }), 'paused').waitFor({ state: 'attached' });
  }
  // The toast after the fourth is in the other corner, so the fourth has been shown.
  await page.getByText('The trash is empty.').waitFor();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Model paper' }).click();
  await corner('top-right').filter({ hasText: 'Question Paper deleted' }).waitFor();
  const said = async () => (await confirmations.allInnerTexts()).map((text) => /part \d/.exec(text)?.[0]);
  expect(await said()).toEqual(['part 1', 'part 2', 'part 3']);
  const first = confirmations.first();
  expect(await timer(first).evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe('4s');
  const box = await confirmations.last().boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1400);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(850);
  expect(await findAxeViolations(page)).toEqual([]);

  // The finished timer ends the first; the fourth has waited for a slot.
  await timer(first).evaluate((bar) => bar.getAnimations()[0]!.finish());
  await confirmations.filter({ hasText: 'part 4' }).waitFor();
  expect(await said()).toEqual(['part 2', 'part 3', 'part 4']);
});

const tooltip = (page: Page) => page.getByRole('tooltip', { includeHidden: true });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a note of two pages in the reader; with `isTimed` the test controls the page's clock. */
async function openReader(options: BrowserContextOptions, isTimed = false): Promise<Page> {
  const page = await browser.newPage(options);
  if (isTimed) await page.clock.install();
  await openPage(page, `${server.url}${pages.notes(...subject)}?open=note`);
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  return page;
}

async function openManage(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('table').waitFor();
}

/** Moves the pointer to a point without tooltips. */
function away(page: Page): Promise<void> {
  return page.mouse.move(600, 600);
}

type BoundingBox = Awaited<ReturnType<Locator['boundingBox']>>;

function middle(box: BoundingBox): [number, number] {
  if (!box) throw new Error('not to be seen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function overlap(one: BoundingBox, other: BoundingBox): boolean {
  if (!one || !other) throw new Error('not to be seen');
  const isApart =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  return !isApart;
}

/** Returns the accessible description of the control. */
function describe(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}

/** Runs in the page: returns tooltips whose text their controls lack, and titles that the browser would show itself. */
function findStrangers(): string[] {
  const owners = [...document.querySelectorAll<HTMLElement>('[data-tooltip]')];
  const lacking = owners.flatMap((owner) => {
    const own = `${owner.getAttribute('aria-label') ?? ''} ${owner.textContent}`.toLowerCase();
    const words = (owner.dataset['tooltip'] ?? '').toLowerCase().split(' ');
    return words.filter((word) => !own.includes(word)).map((word) => `${word}: ${owner.outerHTML}`);
  });
  const titled = [...document.body.querySelectorAll('[title]:not(iframe)')].map((each) => `title: ${each.outerHTML}`);
  return [...lacking, ...titled];
}

test('a repeated message appears in the same toast, whose time starts again', async () => {
  const page = await browser.newPage(desktop);
  await openPage(page, `${server.url}/discussions/normal-forms`);
  const toasts = page.getByRole('status').filter({ hasText: 'Feature Coming Soon' });
  const bar = toasts.locator('.Toastify__progress-bar--animated');
  await page.getByRole('button', { name: /^Upvote \d+$/ }).click();
  await bar.evaluate((each) => {
    each.getAnimations()[0]!.currentTime = 4500;
    each.getAnimations()[0]!.pause();
  });
  await page.getByRole('button', { name: /^Upvote \d+$/ }).click();
  await page.waitForFunction(() => {
    const [each, ...more] = document.querySelectorAll('.Toastify__progress-bar--animated');
    return more.length === 0 && Number(each?.getAnimations()[0]?.currentTime) < 4500;
  });
  expect(await toasts.count()).toBe(1);
});
