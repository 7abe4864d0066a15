import type { Page } from 'playwright-core';
import { findAxeViolations } from './axe.ts';
import { findCrampedText } from './cramped.ts';
import { openFullLibrary } from './full-library.ts';
import { findMotion } from './motion.ts';
import { findAmbiguousNames } from './names.ts';
import { shareBrowser } from './shared-browser.ts';
import { setTextScale } from './text-size.ts';
import type { Tour } from './tours.ts';
import { untilDrawn } from './until-drawn.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };

/** Widths for text at 200 %; all as high as the narrowest phone. */
const largeTextWidths = [320, 390, 1440];

type Theme = 'light' | 'dark';

/** What is wrong with the page now: each fault with the check and the place. */
type Check = (page: Page) => Promise<string[]>;

/** Checks the screens of a tour on a desktop. */
export function walkOnDesktop(tour: Tour): Promise<string[]> {
  return walk(tour, desktop, (page) => findFaultsOnDesktop(tour, page));
}

/**
 * Checks the screens of a tour on a phone, and each also on the narrowest one and with large text; then on a desktop, in
 * the two themes by turns, unless that takes a walk of its own: there a screen has few elements that a phone does not
 * show, and most of those are on other screens too.
 */
export function walkOnPhone(tour: Tour): Promise<string[]> {
  let isDark = false;
  return walk(tour, phone, async (page) => {
    const found = [
      ...(await findAxe(page)),
      ...(await findFaultsOnNarrowPhone(page)),
      ...(await findFaultsWithLargeText(page)),
    ];
    if (tour.differsOnDesktop) return found;
    await page.setViewportSize(desktop);
    isDark = !isDark;
    const onDesktop = await findFaultsOnDesktop(tour, page, [isDark ? 'dark' : 'light']);
    return [...found, ...onDesktop.map((fault) => `desktop, ${fault}`)];
  });
}

async function walk({ visit }: Tour, viewport: { width: number; height: number }, check: Check): Promise<string[]> {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  await visit(page, server.url, async (name) => {
    found.push(...(await check(page)).map((fault) => `${name}, ${fault}`));
    await page.setViewportSize(viewport);
  });
  return found;
}

async function findFaultsOnDesktop(tour: Tour, page: Page, themes?: readonly Theme[]): Promise<string[]> {
  return [...(await findAxe(page, themes)), ...(tour.hasOwnNames ? await findAmbiguousNames(page) : [])];
}

/** What axe finds in these themes: all rules in the first, in the second those that another theme can break. */
async function findAxe(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<string[]> {
  const found: string[] = [];
  // The theme changes while the page is open; only the colours change.
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate((theme) => document.documentElement.classList.toggle('dark', theme === 'dark'), colorScheme);
    // Everything that follows the theme, such as the reader, too.
    await untilDrawn(page);
    found.push(
      ...(await findAxeViolations(page, { inColours: index > 0 })).map((violation) => `${colorScheme}: ${violation}`),
    );
  }
  return found;
}

async function findFaultsOnNarrowPhone(page: Page): Promise<string[]> {
  await page.setViewportSize(narrow);
  return [
    ...(await findCrampedText(page)).map((line) => `${narrow.width} px: ${line}`),
    ...(await findMotion(page)).map((each) => `${each} moves`),
  ];
}

async function findFaultsWithLargeText(page: Page): Promise<string[]> {
  const found: string[] = [];
  await setTextScale(page, 2);
  for (const width of largeTextWidths) {
    await page.setViewportSize({ ...narrow, width });
    found.push(...(await findCrampedText(page)).map((line) => `text at 200 %, ${width} px: ${line}`));
  }
  found.push(...(await findMotion(page)).map((each) => `text at 200 %: ${each} moves`));
  await setTextScale(page, 1);
  return found;
}
