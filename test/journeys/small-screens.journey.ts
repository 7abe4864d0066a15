import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { signIn } from '#test/support/panel.ts';
import { openFullLibrary, publicAddresses, shown } from '#test/support/screens.ts';
import { openTestServer } from '#test/support/server.ts';
import { tours } from '#test/support/tours.ts';

const sights = [
  { how: '320 px wide', textScale: 1, widths: [320] },
  { how: 'with text at 200 %, 320 px wide and wider', textScale: 2, widths: [320, 390, 1440] },
];
const cases = sights.flatMap((sight) => tours.map((tour) => ({ ...sight, ...tour })));

test.each(cases)('nothing is cut, overlaps or moves in $what $how', async ({ textScale, widths, visit }) => {
  await using server = await openFullLibrary();
  await using browser = await openBrowser({ textScale });
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  await visit(page, server.url, async (name) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      found.push(...(await findCrampedText(page)).map((line) => `${name}, ${width} px: ${line}`));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    found.push(...(await findMotion(page)).map((each) => `${name}: ${each} moves`));
  });
  expect(found).toEqual([]);
});

test('without scripts every address shows the same words and links, uncut on a small screen with large text', async () => {
  await using server = await openFullLibrary();
  await using browser = await openBrowser({ textScale: 2 });
  const viewport = { width: 320, height: 640 };
  const scripted = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  const plain = await browser.newPage({ viewport, javaScriptEnabled: false });
  const found: string[] = [];
  for (const address of publicAddresses) {
    await scripted.goto(server.url + address, { waitUntil: 'networkidle' });
    await plain.goto(server.url + address);
    const [full, bare] = [await readPage(scripted), await readPage(plain)];
    found.push(
      ...full.headings.filter((each) => !bare.headings.includes(each)).map((each) => `${address}: no ${each}`),
    );
    found.push(
      ...full.links.filter((each) => !bare.links.includes(each)).map((each) => `${address}: no way to ${each}`),
    );
    found.push(...(await findCrampedText(plain)).map((line) => `${address}: ${line}`));
  }
  expect(found).toEqual([]);
});

test('without scripts a system set to dark shows dark pages, and one set to light shows light ones', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await openBrowser();
  for (const [colorScheme, ground] of [
    ['dark', 'rgb(18, 22, 29)'],
    ['light', 'rgb(251, 250, 246)'],
  ] as const) {
    const page = await browser.newPage({ javaScriptEnabled: false, colorScheme });
    await page.goto(server.url);
    const style = await page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor);
    expect(style).toBe(ground);
  }
});

test('the header keeps to one line where it is a row, signed in or not', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await openBrowser();
  const page = await browser.newPage();
  await signIn(page, server.url);
  await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
  for (const width of [769, 800, 895, 896, 930, 959, 960, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const height = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);
    expect(height, `at ${width} px`).toBeLessThan(70);
  }
});

test('with reduced motion nothing moves', async () => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  await using browser = await openBrowser();
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const moving: string[] = [];
  const look = async (name: string) => {
    moving.push(...(await findMotion(page)).map((each) => `${name}: ${each}`));
  };
  for (const address of [pages.home(), pages.books(), pages.papers(...shown.subject)]) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
    await look(address);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
    await look(`${address}, hovered`);
  }
  await page.goto(server.url + pages.papers(...shown.subject), { waitUntil: 'networkidle' });
  for (const link of [/2025/, /2024/]) {
    await page
      .getByRole('main')
      .getByRole('link', { name: /^View / })
      .and(page.getByRole('link', { name: link }))
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await look(`dialog of ${link.source}`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await look('dialog closed');
  }
  expect(moving).toEqual([]);
});

/** Animations and transitions that take time a person could see; the bar of a toast, which times it, may run. */
function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      // What the place scrolled to leads takes no time of its own.
      if (!(animation.timeline instanceof DocumentTimeline)) return [];
      // Without the delay: what appears at once but late does not move.
      const lasts = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
      if (animation.playState !== 'running' || lasts <= 1 || target?.getAttribute('role') === 'progressbar') return [];
      return [`${target?.tagName} ${target?.className} for ${lasts} ms`];
    }),
  );
}

/** What a page says in headings and where it leads. */
function readPage(page: Page): Promise<{ headings: string[]; links: string[] }> {
  return page.evaluate(() => ({
    headings: [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.href),
  }));
}
