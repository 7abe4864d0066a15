import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { pages } from '#contract/addresses.ts';
import { openPage } from '#test/support/open-page.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Promises of docs/product.md for every page, Home, toasts and broken pages: words, order and timings. */

let server: TestServer;
let browser: SharedBrowser;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser({ isMoving: true });
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the header has every link in order, the external one in a new tab, and folds into a menu on a phone', async () => {
  const page = await open('/', desktop);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect((await links.allInnerTexts()).map(firstWords)).toEqual([
    'Home',
    'Library',
    'Contributors New',
    'Entrance Exam New (opens in a new tab)',
    'About',
    'Contact',
    'FAQ',
    'Login',
  ]);
  const outward = page.getByRole('banner').getByRole('link', { name: 'Entrance Exam' });
  expect([await outward.getAttribute('target'), await outward.getAttribute('rel')]).toEqual(['_blank', 'noopener']);

  await page.setViewportSize(phone.viewport);
  const library = page.getByRole('banner').getByRole('link', { name: 'Library' });
  expect(await library.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await library.click();
  await page.waitForURL('**/books');
  expect(await library.isVisible()).toBe(false);

  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  const pathOf = (name: string) => menu.getByRole('link', { name, exact: true }).getAttribute('href');
  expect([await pathOf('My Reading'), await pathOf('Saved')]).toEqual([pages.reading(), pages.saved()]);
});

test('without scripts, the menu of a phone is closed until its link is followed', async () => {
  const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
  await page.goto(server.url + pages.faq());
  const library = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' });
  expect(await library.isVisible()).toBe(false);
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  await library.click();
  await page.waitForURL('**/books');
  await page.close();
});

test('the footer has its two columns, the current year and the credit', async () => {
  const page = await open('/', desktop);
  const footer = page.getByRole('contentinfo');
  const column = (name: string) => footer.getByRole('navigation', { name }).getByRole('link').allInnerTexts();
  expect(await column('Resources')).toEqual(['About', 'Contact', 'FAQ']);
  expect(await column('Legal')).toEqual(['Privacy Policy', 'Terms of Service']);
  expect(await column('Explore')).toEqual(['Library', 'Forum', 'Contributors', 'My Reading', 'Saved on this device']);
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kathmandu' }).format();
  await footer.getByText(`© ${year} Examshelf. All rights reserved. Developed by the Examshelf project.`).waitFor();
});

test('the banner begins at either slide, shows one at a time, moves on every five seconds and fades for half a second', async () => {
  for (const [random, first] of [
    [0.1, 1],
    [0.9, 2],
  ] as const) {
    const context = await browser.newContext(desktop);
    await context.addInitScript((fixed) => (Math.random = () => fixed), random);
    const page = await context.newPage();
    await page.clock.install();
    await openPage(page, server.url);
    const banner = page.getByRole('region', { name: 'Advertisements' });
    const current = () => banner.getByRole('button').evaluateAll(nameOfCurrent);
    await expect.poll(current).toBe(`Advertisement ${first} of 2`);
    const slide = banner.locator('a:not([inert])');
    expect(await slide.count()).toBe(1);
    expect([await slide.getAttribute('target'), await slide.locator('img').count()]).toEqual(['_blank', 1]);
    expect(await slide.getAttribute('href')).toMatch(/^https?:\/\//);
    expect((await slide.innerText()).trim()).not.toBe('');
    expect(await slide.evaluate((each) => getComputedStyle(each).transitionDuration)).toBe('0.5s');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const before = await current();
    await page.clock.runFor(5000);
    await expect.poll(current).not.toBe(before);
    await page.clock.runFor(5000);
    await expect.poll(current).toBe(before);
    await context.close();
  }
});

test('the banner has its random slide before any script file has arrived, and fetches no picture of a later slide', async () => {
  for (const { javaScriptEnabled, random, shown } of [
    { javaScriptEnabled: true, random: 0.1, shown: 0 },
    { javaScriptEnabled: true, random: 0.9, shown: 1 },
    { javaScriptEnabled: false, random: 0.9, shown: 0 },
  ]) {
    const context = await browser.newContext({ ...desktop, javaScriptEnabled });
    await context.addInitScript((fixed) => (Math.random = () => fixed), random);
    const page = await context.newPage();
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('banner-')) pictures.push(new URL(request.url()).pathname);
    });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(server.url, { waitUntil: 'networkidle' });
    const slides = page.locator('[aria-label="Advertisements"] a');
    const each = await slides.evaluateAll((all) =>
      all.map((slide) => ({
        isShown: slide.checkVisibility({ checkOpacity: true }),
        picture: slide.querySelector('img')?.getAttribute('src'),
      })),
    );
    expect(each.map(({ isShown }) => isShown)).toEqual([0, 1].map((index) => index === shown));
    // Where scripts are off, browsers do not defer pictures. A browser that draws a frame before it runs the script behind the
    // slides requests the first picture, which the page shows until then.
    const spared = each.filter((_, index) => javaScriptEnabled && index > shown).map(({ picture }) => picture);
    expect(pictures.filter((picture) => spared.includes(picture))).toEqual([]);
    await context.close();
  }
});

test('the banner does not move with reduced motion', async () => {
  const page = await open('/', { ...desktop, reducedMotion: 'reduce' }, true);
  const dots = page.getByRole('region', { name: 'Advertisements' }).getByRole('button');
  const before = await dots.evaluateAll(nameOfCurrent);
  await page.clock.runFor(60_000);
  expect(await dots.evaluateAll(nameOfCurrent)).toBe(before);
});

test('Home has its headline, a card for each faculty, the overview with true counts and the four steps', async () => {
  const page = await open('/', desktop);
  await page.getByRole('heading', { level: 1, name: 'Question Papers Solutions Notes' }).waitFor();
  expect(await page.getByRole('button', { name: 'Select Faculty' }).count()).toBe(15);
  const overview = page.getByRole('region', { name: 'Resources Overview' });
  expect(await overview.getByText(/^0 /).allInnerTexts()).toEqual([
    '0 question papers',
    '0 study notes',
    '0 revision materials',
    '0 books',
  ]);
  const forum = overview.getByRole('link', { name: 'See a preview' });
  expect(await forum.getAttribute('href')).toBe('/discussions');
  const steps = page.getByRole('region', { name: 'How It Works' }).getByRole('heading', { level: 3 });
  expect(await steps.allInnerTexts()).toEqual([
    'Select Faculty',
    'Select Semester',
    'Select Subject',
    'Access Materials',
  ]);
});

test('the card of a faculty has its full name and selects it wherever it is clicked', async () => {
  const page = await open('/', { viewport: { width: 820, height: 1180 }, hasTouch: true });
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'BCA', exact: true }) });
  // The link that fills the card covers its words.
  await card.getByText('Bachelor in Computer Applications').tap({ force: true });
  await page.waitForURL('**/faculty/bca/semester/1');
  const toast = page.getByRole('status').filter({ hasText: 'Faculty Selected' });
  expect(await toast.innerText()).toContain('You have selected BCA');
});

test('on a phone each term is one tap from Home, the first faculty is in view, and the last opened term stands out', async () => {
  const page = await open('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const terms = page.getByRole('navigation', { name: 'Terms of BSc CSIT' });
  const place = await terms.boundingBox();
  expect(place && place.y + place.height).toBeLessThan(844);
  await terms.getByRole('link', { name: 'BSc CSIT, Semester 3' }).tap();
  await page.waitForURL('**/faculty/csit/semester/3');
  await page.goto(server.url);
  await terms.getByRole('link', { name: 'BSc CSIT, Semester 3, opened last' }).waitFor();
});

test('the cards of the overview lead to the faculties, then to the last opened term, and say so', async () => {
  const page = await open('/', desktop);
  const overview = page.getByRole('region', { name: 'Resources Overview' });
  const ways = async () => {
    const links = overview.getByRole('listitem').getByRole('link');
    return links.evaluateAll((each) => each.map((link) => link.getAttribute('href')));
  };
  expect(await ways()).toEqual(['#faculties', '#faculties', '#faculties', '/books']);
  expect(await overview.getByText('Choose your faculty').count()).toBe(3);
  await openPage(page, `${server.url}/faculty/mbbs/semester/2`);
  await page.goto(server.url);
  await overview.getByText('MBBS, Year 2').first().waitFor();
  const term = '/faculty/mbbs/semester/2';
  expect(await ways()).toEqual([term, term, '/faculty/mbbs/revision/semester/2', '/books']);
});

test('selecting a faculty shows a message with its name and opens its semester 1', async () => {
  const page = await open('/', desktop);
  await page.getByRole('listitem').filter({ hasText: 'BCA' }).getByRole('button', { name: 'Select Faculty' }).click();
  await page.waitForURL('**/faculty/bca/semester/1');
  const toast = page.getByRole('status').filter({ hasText: 'Faculty Selected' });
  await toast.waitFor();
  expect(await toast.innerText()).toContain('You have selected BCA');
});

test('a toast is at the top right for five seconds, is paused by the pointer, by Alt+T and by leaving the window, and can be dragged away', async () => {
  const page = await open('/discussions/normal-forms', desktop, true);
  const toast = page.locator('.Toastify__toast');
  const show = async () => {
    await page.getByRole('button', { name: 'Upvote 24' }).click();
    await toast.waitFor();
    await page.clock.runFor(1000);
  };
  const progress = (state: string) =>
    page
      .locator('.Toastify__progress-bar')
      .first()
      .evaluate((bar, name) => {
        return getComputedStyle(bar).getPropertyValue(name);
      }, state);

  await show();
  // Its entrance is animated.
  await toast.evaluate((each) => Promise.all(each.getAnimations().map((entrance) => entrance.finished)));
  const box = await toast.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1400);
  // Below the header, so that its controls stay free.
  const header = await page.getByRole('banner').boundingBox();
  expect((box?.y ?? 0) - (header?.height ?? 900)).toBeGreaterThan(0);
  expect(box?.y ?? 900).toBeLessThan(80);
  expect(await page.locator('.Toastify__toast-container--top-right').count()).toBe(1);
  // The timer bar ends it: its length is the time, and holding it holds the toast.
  expect(await progress('animation-duration')).toBe('5s');
  await expect.poll(() => progress('animation-play-state')).toBe('running');
  await toast.hover();
  await expect.poll(() => progress('animation-play-state')).toBe('paused');
  await page.mouse.move(100, 700);
  await expect.poll(() => progress('animation-play-state')).toBe('running');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect.poll(() => progress('animation-play-state')).toBe('paused');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => progress('animation-play-state')).toBe('running');
  await page.keyboard.press('Alt+T');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.Toastify') !== null)).toBe(true);
  // Dragged by a finger it stays until it has moved four fifths of its width.
  await dragBy(toast, 0.7);
  expect(await toast.count()).toBe(1);
  await dragBy(toast, 0.9);
  await toast.waitFor({ state: 'detached' });
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a toast is paused even before its entrance has ended, by the pointer and by leaving the window',
  async () => {
    const toastOf = (page: Page) => page.locator('.Toastify__toast');
    const point = (page: Page) => toastOf(page).hover({ force: true });
    const pointAway = (page: Page) => page.mouse.move(100, 700);
    const leave = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('blur')));
    const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    for (const { hold, alsoHold, letGo, alsoLetGo } of [
      { hold: point, alsoHold: leave, letGo: comeBack, alsoLetGo: pointAway },
      { hold: leave, alsoHold: point, letGo: pointAway, alsoLetGo: comeBack },
    ]) {
      const page = await open('/discussions/normal-forms', desktop);
      const bar = toastOf(page).locator('.Toastify__progress-bar--animated');
      const time = () => bar.evaluate((each) => getComputedStyle(each).animationPlayState);
      // An entrance that lasts until the test ends it, at the toast's final position.
      const slow = 'animation-duration: 600s !important; animation-delay: -550s !important';
      await page.addStyleTag({ content: `.Toastify--animate { ${slow} }` });
      await page.getByRole('button', { name: 'Upvote 24' }).click();
      await toastOf(page).waitFor();
      await hold(page);
      await toastOf(page).evaluate(async (each) => {
        const ended = new Promise((resolve) => each.addEventListener('animationend', resolve, { once: true }));
        each.getAnimations()[0]!.finish();
        await ended;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      expect(await time()).toBe('paused');
      // One reason less does not release it while the other still holds.
      await alsoHold(page);
      await letGo(page);
      expect(await time()).toBe('paused');
      await alsoLetGo(page);
      await expect.poll(time).toBe('running');
    }
  },
);

test('the words of a toast can be selected with the mouse, and a tap closes it', async () => {
  const page = await open('/discussions/normal-forms', { ...desktop, hasTouch: true });
  const toast = page.locator('.Toastify__toast');
  await page.getByRole('button', { name: 'Upvote 24' }).click();
  const words = toast.getByText('The ability to upvote posts');
  await words.waitFor();
  // Held, and after its entrance, so that nothing moves under the mouse.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await toast.evaluate((each) => each.getAnimations().forEach((animation) => animation.finish()));
  const box = (await words.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + 8, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('ability to upvote');
  expect(await toast.getAttribute('data-in')).toBe('true');
  await words.tap();
  await toast.waitFor({ state: 'detached' });
});

test('on a phone toasts are at the bottom edge, and cover no control of the header or the top of the page', async () => {
  const page = await open('/', { ...phone, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Select Faculty: BSc CSIT' }).tap();
  await page.waitForURL('**/faculty/csit/semester/1');
  const toast = page.locator('.Toastify__toast').filter({ hasText: 'Faculty Selected' });
  await toast.waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await toast.evaluate((each) => each.getAnimations().forEach((animation) => animation.finish()));
  const box = (await toast.boundingBox())!;
  const { height } = phone.viewport;
  expect(box.y).toBeGreaterThan(height * 0.8);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  // The control needed next, from corner to corner.
  const next = page.getByRole('navigation', { name: 'Terms of BSc CSIT' }).getByRole('link', { name: 'Semester 2' });
  const reached = await next.evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
    return points.filter(([x, y]) => button.contains(document.elementFromPoint(x!, y!))).length;
  });
  expect(reached).toBe(6);
  await next.tap();
  await page.waitForURL('**/faculty/csit/semester/2');
  expect(await toast.count()).toBe(1);
});

test('a page that fails to render says so and leads back; the library has its own error panel', async () => {
  for (const { from, link, heading, text } of [
    { from: '/about', link: 'Home', heading: 'Unexpected Application Error!', text: 'Return to Home' },
    {
      from: '/about',
      link: 'Library',
      heading: 'Something went wrong',
      text: 'Please try refreshing the page or contact support.',
    },
  ]) {
    const page = await open(from, desktop);
    await page.route('**/v1/catalogue/faculties', (route) => route.fulfill({ json: { faculties: [null] } }));
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).first().click();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain(text);
  }
});

test('the not-found page has its specified words, logs the requested path and leads home', async () => {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await openPage(page, `${server.url}/no/such/page`);
  await page.getByRole('heading', { name: '404' }).waitFor();
  await page.getByText("Oops! We couldn't find the page you're looking for.").waitFor();
  expect(said.filter((line) => line.startsWith('404'))).toEqual(['404: there is no page at /no/such/page']);
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('digital logic');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=digital**');
  await page.goBack();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Question Papers Solutions Notes' }).waitFor();
});

test('with text at 200 % nothing is wider than a phone', async () => {
  const page = await open('/', { ...phone, viewport: { width: 320, height: 640 } });
  const widths: Record<string, number> = {};
  for (const path of [
    pages.home(),
    pages.faq(),
    pages.privacy(),
    pages.faculty('llb'),
    pages.semester('csit', '1'),
    pages.discussions(),
    pages.discussion('normal-forms'),
  ]) {
    await openPage(page, server.url + path);
    await page.addStyleTag({ content: ':root { font-size: 200% }' });
    widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
  }
  expect(Object.entries(widths).filter(([, width]) => width > 320)).toEqual([]);
});

test('pages of text begin at the same edge as other pages', async () => {
  const edges: (number | undefined)[] = [];
  for (const path of [pages.faq(), pages.about(), pages.search(), pages.contributors()]) {
    const page = await open(path, desktop);
    edges.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.x);
    await page.close();
  }
  expect(new Set(edges).size).toBe(1);
});

test('there are three contributors, each with picture, name and role', async () => {
  const page = await open('/contributors', desktop);
  const people = page.getByRole('main').getByRole('listitem');
  expect(await people.count()).toBe(3);
  for (const person of await people.all()) {
    expect(await person.locator('img').count()).toBe(1);
    expect(await person.getByRole('heading').count()).toBe(1);
    expect(await person.getByRole('paragraph').count()).toBeGreaterThan(0);
  }
});

test('a discussion in the list and on its own page shows everything the specification names', async () => {
  const page = await open('/discussions', desktop);
  await page.getByRole('heading', { level: 1, name: 'Discussion Forum' }).waitFor();
  const tabs = await page.getByRole('tab').allInnerTexts();
  expect([tabs[0], tabs[1]]).toEqual(['All Posts', 'BSc CSIT']);
  const card = page.getByRole('listitem').filter({ has: page.locator('a[href="/discussions/normal-forms"]') });
  expect(await card.locator('p.line-clamp-2').evaluate((text) => getComputedStyle(text).webkitLineClamp)).toBe('2');
  expect(await card.getByRole('list', { name: 'Tags' }).getByRole('listitem').count()).toBeGreaterThan(0);
  expect(await card.getByRole('time').count()).toBe(1);
  const title = 'When is third normal form enough, and when do they want BCNF?';
  const facts = ['Third-year student', 'November 18, 2025', 'BSc CSIT'];
  await card.getByRole('heading', { name: title }).waitFor();
  for (const fact of facts) await card.getByText(fact, { exact: true }).waitFor();
  await card.getByText(/^Three of the last five papers/).waitFor();
  await card.getByText('24 upvotes').waitFor();
  await card.getByText(/^\d+ comments?$/).waitFor();

  await card.getByRole('link').click();
  await page.getByRole('link', { name: 'Back to Discussions' }).waitFor();
  const article = page.getByRole('article');
  expect(await article.getByRole('time').count()).toBe(1);
  await article.getByRole('heading', { level: 1, name: title }).waitFor();
  for (const fact of facts) await article.getByText(fact, { exact: true }).waitFor();
  expect(await article.getByRole('list', { name: 'Tags' }).getByRole('listitem').allInnerTexts()).toEqual([
    'DBMS',
    'normalisation',
    'exam answers',
  ]);
  await article.getByText(/^Three of the last five papers/).waitFor();
  await article.getByText(/^Do you state both/).waitFor();
  await article.getByRole('button', { name: 'Upvote 24' }).waitFor();
  const comment = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Upvote this/ }) });
  const [initial, name] = (await comment.first().innerText()).split(/\n+/);
  expect(name?.startsWith(initial ?? '?')).toBe(true);
  await comment.first().getByText('November 18, 2025', { exact: true }).waitFor();
  await comment
    .first()
    .getByText(/^Give both\./)
    .waitFor();

  await openPage(page, `${server.url}/discussions/create`);
  for (const label of ['Title', 'Content', 'Faculty', 'Tags']) {
    expect(await page.getByLabel(label, { exact: true }).count()).toBe(1);
  }
  await page.getByRole('link', { name: 'Back to Discussions' }).click();
  await page.waitForURL('**/discussions');
});

/** Opens a page and waits until it is interactive; with `isTimed` the test controls its clock. */
async function open(address: string, options: BrowserContextOptions, isTimed = false): Promise<Page> {
  const page = await browser.newPage(options);
  if (isTimed) await page.clock.install();
  await openPage(page, server.url + address);
  return page;
}

/** Drags the toast with a finger by this part of its width to the right and lifts it. */
function dragBy(toast: Locator, part: number): Promise<void> {
  return toast.evaluate((element, share) => {
    const start = element.getBoundingClientRect();
    const touch = (type: string, x: number) =>
      new PointerEvent(type, { pointerType: 'touch', bubbles: true, clientX: x, clientY: start.y + 10 });
    element.dispatchEvent(touch('pointerdown', start.x + 10));
    document.dispatchEvent(touch('pointermove', start.x + 10 + start.width * share));
    document.dispatchEvent(touch('pointerup', start.x + 10 + start.width * share));
  }, part);
}

function firstWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function nameOfCurrent(dots: Element[]): string | null | undefined {
  return dots.find((dot) => dot.getAttribute('aria-current') === 'true')?.getAttribute('aria-label');
}
