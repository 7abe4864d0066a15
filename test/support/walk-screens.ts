import type { Page } from 'playwright-core';
import { findAxeViolations } from './axe.ts';
import { findCrampedText } from './cramped.ts';
import { openFullLibrary } from './full-library.ts';
import { findMotion } from './motion.ts';
import { findAmbiguousNames } from './names.ts';
import { shareBrowser } from './shared-browser.ts';
import { extentOf } from './sweeps.ts';
import { setTextScale } from './text-size.ts';
import type { Tour } from './tours.ts';
import { untilDrawn } from './until-drawn.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };

/** Widths for text at 200 %; all as high as the narrowest phone. */
const largeTextWidths = [320, 390, 1440];

type Theme = 'light' | 'dark';

/** Extent of the checks of a screen. */
type Extent = 'all' | 'colours' | 'large text' | 'none';

/** Returns the current faults of the page, each with the name of the check and the position. */
type Check = (page: Page, extent: Extent) => Promise<string[]>;

/** Extents that are checked in turn: the two in which most failures occur; two thirds of the screens are only visited. */
const turns = ['large text', 'none', 'none', 'colours', 'none', 'none'] as const satisfies Extent[];

/**
 * Extent of the checks: in `npm test`, every twentieth screen, from the first on, is checked in all ways, and each of
 * the others in one way; `npm run test:sweeps` checks every screen in all ways.
 */
const oneIn = extentOf('screens', { all: 1, part: 20 });

/** Checks the screens of a tour on a desktop. Those that are not checked in all ways are checked in the light theme. */
export function walkOnDesktop(tour: Tour): Promise<string[]> {
  return walk(tour, desktop, (page, extent) =>
    findFaultsOnDesktop(tour, page, extent === 'all' ? ['light', 'dark'] : ['light']),
  );
}

/**
 * Checks the screens of a tour on a phone, and each also on the narrowest phone and with large text; then on a desktop,
 * alternating the two themes, unless there is a separate walk for desktops: a screen has few elements there that a
 * phone does not show, and most of these are on other screens too. Screens that are not checked in all ways are checked
 * on a phone in the dark theme, or on the narrowest one with large text, or are only visited.
 */
export function walkOnPhone(tour: Tour): Promise<string[]> {
  let isDark = false;
  return walk(tour, phone, async (page, extent) => {
    if (extent === 'none') return [];
    if (extent === 'colours') return findFaultsInDark(tour, page);
    if (extent === 'large text') return findFaultsWithLargeText(page, [narrow.width]);
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
  let screens = 0;
  await visit(page, server.url, async (name) => {
    const extent = screens % oneIn === 0 ? 'all' : (turns[screens % turns.length] ?? 'none');
    screens += 1;
    found.push(...(await check(page, extent)).map((fault) => `${name}, ${fault}`));
    await page.setViewportSize(viewport);
  });
  return found;
}

async function findFaultsInDark(tour: Tour, page: Page): Promise<string[]> {
  return [...(await findAxe(page, ['dark'])), ...(tour.hasOwnNames ? await findAmbiguousNames(page) : [])];
}

async function findFaultsOnDesktop(tour: Tour, page: Page, themes?: readonly Theme[]): Promise<string[]> {
  return [...(await findAxe(page, themes)), ...(tour.hasOwnNames ? await findAmbiguousNames(page) : [])];
}

/**
 * Returns the violations that axe finds in these themes: of all rules in the first theme, and in the second of the
 * rules that another theme can break.
 */
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

async function findFaultsWithLargeText(page: Page, widths: readonly number[] = largeTextWidths): Promise<string[]> {
  const found: string[] = [];
  await setTextScale(page, 2);
  for (const width of widths) {
    await page.setViewportSize({ ...narrow, width });
    found.push(...(await findCrampedText(page)).map((line) => `text at 200 %, ${width} px: ${line}`));
  }
  found.push(...(await findMotion(page)).map((each) => `text at 200 %: ${each} moves`));
  await setTextScale(page, 1);
  return found;
}
