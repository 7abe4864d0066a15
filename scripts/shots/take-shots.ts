import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { watchForTrouble } from '#test/support/trouble.ts';
import { pictureName, type Shot, type Size, type Theme } from './shot.ts';
import type { Stages } from './stages.ts';

/** Number of states that are photographed at the same time: they mostly wait. */
const atOnce = 4;

/** Timeout of a state. */
const longestMs = 150_000;

export type Taken = { pictures: string[]; failures: string[] };

type Plan = {
  browser: Browser;
  stages: Stages;
  folder: string;
  themes: readonly Theme[];
  /** Called with each page in its state. */
  inspect?: (shot: Shot, page: Page) => Promise<void>;
};

/**
 * Takes every shot at every size and returns the files in the folder and the failed ones, each with its name and the
 * reason. Every shot has its own browser context, so that pages do not share storage. It is brought into its state once
 * and photographed in both themes.
 */
export async function takeShots(plan: Plan, wanted: readonly { shot: Shot; size: Size }[]): Promise<Taken> {
  const taken: Taken = { pictures: [], failures: [] };
  const queue = [...wanted];
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { shot, size } = next;
      try {
        taken.pictures.push(...(await inTime(takeShot(plan, shot, size))));
      } catch (error) {
        const why = error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : String(error);
        taken.failures.push(`${shot.name}-${size.name}: ${why}`);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

/** Rejects if a state is not reached in time, so that one that hangs does not block the others. */
async function inTime(taking: Promise<string[]>): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${longestMs / 1000} s`)), longestMs);
  });
  return Promise.race([taking, late]).finally(() => clearTimeout(timer));
}

async function takeShot({ browser, stages, folder, themes, inspect }: Plan, shot: Shot, size: Size): Promise<string[]> {
  const { url, signedIn } = stages[shot.stage ?? 'samples'];
  const hasScripts = shot.hasScripts ?? true;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    javaScriptEnabled: hasScripts,
    ...(shot.isSignedIn ? { storageState: signedIn } : {}),
  });
  try {
    const page = await context.newPage();
    const trouble = watchForTrouble(page, shot.isTroubled ? [/./] : []);
    await shot.prepare?.(page, url);
    // Pages that need a session show their content only after scripts have run; each such state waits for some of it.
    const waitUntil = shot.isSignedIn ? 'load' : 'networkidle';
    if (shot.address !== undefined) await page.goto(url + shot.address, { waitUntil });
    await shot.bringUp?.(page, url);
    await inspect?.(shot, page);
    const names: string[] = [];
    for (const theme of themes) {
      await showIn(page, theme, hasScripts);
      // If the page is scrolled down, the header is in the middle of the picture of the whole page.
      if (!shot.isWindow && hasScripts) await page.evaluate(() => scrollTo(0, 0));
      const name = pictureName(shot, size, theme);
      await page.screenshot({ path: path.join(folder, name), fullPage: !shot.isWindow });
      names.push(name);
    }
    if (trouble().length > 0) throw new Error(`pictured, but ${trouble().join('; ')}`);
    return names;
  } finally {
    await context.close();
  }
}

/** Switches the theme as the toggle does, but without clicking it, because a dialog may cover it. */
async function showIn(page: Page, theme: Theme, hasScripts: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // Without scripts a page keeps its initial theme.
  if (!hasScripts) return;
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark);
    await document.fonts.ready;
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    // Colours change almost immediately, but not at once. (The bar of a held toast is paused; animations driven by
    // scrolling never end.)
    const running = document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
    await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  }, theme === 'dark');
}
