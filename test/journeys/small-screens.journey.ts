import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { setTextScale } from '#test/support/text-size.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { findMotion } from '#test/support/motion.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn } from '#test/support/panel.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { publicAddresses } from '#test/support/screens.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { openTestServer } from '#test/support/server.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

test.skipIf(isOnlyInSweep('journeys'))(
  'without scripts every address shows the same words and links, uncut on a small screen with large text',
  async () => {
    await using server = await openFullLibrary();
    await using browser = await shareBrowser();
    const viewport = { width: 320, height: 640 };
    const scripted = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    const plain = await browser.newPage({ viewport, javaScriptEnabled: false });
    for (const each of [scripted, plain]) await setTextScale(each, 2);
    // The banner begins with the slide that is visible without scripts.
    await scripted.addInitScript(() => (Math.random = () => 0));
    const found: string[] = [];
    for (const address of casesOf('addresses', publicAddresses, (_, index) => index % 2 === 0)) {
      await openPage(scripted, server.url + address);
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
  },
);

test('without scripts a system set to dark shows dark pages, and one set to light shows light ones', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
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

test('the header stays on one line when its links are in a row, signed in or not', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
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

test.skipIf(isOnlyInSweep('journeys'))('with reduced motion nothing moves', async () => {
  await using server = await openSampleLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const moving: string[] = [];
  const look = async (name: string) => {
    moving.push(...(await findMotion(page)).map((each) => `${name}: ${each}`));
  };
  for (const address of [pages.home(), pages.books(), pages.papers(...shown.subject)]) {
    await openPage(page, server.url + address);
    await look(address);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
    await look(`${address}, hovered`);
  }
  await openPage(page, server.url + pages.papers(...shown.subject));
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

/** Returns the headings of a page and the targets of its links. */
function readPage(page: Page): Promise<{ headings: string[]; links: string[] }> {
  return page.evaluate(() => ({
    headings: [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      // The banner's other slide cannot be reached before it is shown.
      .filter((each) => each.checkVisibility() && !each.closest('[inert]'))
      .map((each) => each.href),
  }));
}
