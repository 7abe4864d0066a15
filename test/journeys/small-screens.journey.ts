import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';

const subject = ['csit', '1', 'c-programming'] as const;
const pdfPaper = 'sample-csit-c-paper-2025';
const publicAddresses = [
  pages.home(),
  pages.faculty('csit'),
  pages.semester('csit', '1'),
  pages.semester('mbbs', '1'),
  pages.papers(...subject),
  pages.notes(...subject),
  pages.revision(...subject),
  pages.revisionSubjects('csit', '1'),
  pages.papers('bhm', '3', 'food-production-and-patisserie-iii'),
  pages.books(),
  `${pages.books()}?q=nothing-is-called-so`,
  pages.material(pdfPaper),
  pages.about(),
  pages.contact(),
  pages.faq(),
  pages.privacy(),
  pages.terms(),
  pages.contributors(),
  pages.discussions(),
  pages.newDiscussion(),
  pages.discussion('1'),
  pages.discussion('none'),
  pages.login(),
  pages.notFound(),
];

const views = [
  { name: 'on a screen 320 px wide', width: 320, height: 640, textScale: 1 },
  { name: 'on a phone with text at 200 %', width: 390, height: 844, textScale: 2 },
  { name: 'on a desktop with text at 200 %', width: 1440, height: 900, textScale: 2 },
];

test.each(views)('nothing is cut, overlaps or needs sideways scrolling $name', async ({ width, height, textScale }) => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  await using browser = await openBrowser({ textScale });
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await findCrampedText(page)).map((line) => `${name}: ${line}`));
  };
  for (const address of publicAddresses) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
    await look(address);
  }
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) {
    await menu.click();
    await look('menu');
  }
  await signIn(page, server.url);
  await look('upload');
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText('Choose the file.').waitFor();
  await look('upload with missing fields');
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await firstOf(page, /^Edit /).waitFor();
  await look('manage');
  await firstOf(page, /^Edit /).click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await look('edit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByText('Deleted materials are kept').waitFor();
  await look('trash');
  expect(found).toEqual([]);
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
  for (const address of [pages.home(), pages.books(), pages.papers(...subject)]) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
    await look(address);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
    await look(`${address}, hovered`);
  }
  await page.goto(server.url + pages.papers(...subject), { waitUntil: 'networkidle' });
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

function firstOf(page: Page, name: RegExp) {
  return page.getByRole('button', { name }).first();
}
