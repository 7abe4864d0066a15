import path from 'node:path';
import {
  firefox,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { openBrowser } from './browser.ts';
import { findFirefox } from './find-other-browsers.ts';

/** A browser for one test or file; it has and closes only its own contexts. */
export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'contexts' | 'close'> & AsyncDisposable;

/** Maximum time that a journey waits for a result. On a busy machine a result may be late, which is not a failure. */
const patienceMs = 90_000;

/** True if journeys run in Firefox (`npm run test:browsers`). */
export const isFirefox = process.env['TEST_BROWSER'] === 'firefox';

let launched: Promise<Browser> | undefined;

/**
 * Returns the browser that all journeys of a worker share (Chromium, or Firefox if `TEST_BROWSER` says so), started by
 * the first journey and ended with the worker. Each test has its own contexts, without shared cookies, storage or
 * cache, and without a service worker unless requested. Visitors prefer reduced motion unless `isMoving`, because the
 * processor draws each frame of an animation. A crashed browser is replaced.
 */
export async function shareBrowser({ isMoving = false } = {}): Promise<SharedBrowser> {
  const browser = await findLaunched();
  const usual: BrowserContextOptions = {
    serviceWorkers: 'block',
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
  };
  const own = new Set<BrowserContext>();
  const keep = (context: BrowserContext) => {
    own.add(context);
    context.setDefaultTimeout(patienceMs);
    context.on('close', () => own.delete(context));
  };
  async function close() {
    await Promise.all([...own].map((context) => context.close()));
  }
  return {
    async newContext(options) {
      const context = await browser.newContext({ ...usual, ...options });
      if (isFirefox) context.on('page', tapByMouse);
      keep(context);
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage({ ...usual, ...options });
      if (isFirefox) tapByMouse(page);
      keep(page.context());
      return page;
    },
    contexts: () => [...own],
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function findLaunched(): Promise<Browser> {
  const before = await launched?.catch(() => undefined);
  if (before?.isConnected()) return before;
  launched = isFirefox ? launchFirefox() : openBrowser({ isLean: true });
  return launched;
}

/** Makes all locators click with the mouse instead of tapping: Playwright's driver for WebDriver BiDi ignores taps. */
function tapByMouse(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.tap = locators.click;
}

/**
 * Launches the machine's Firefox, which Playwright controls through WebDriver BiDi (relayed-firefox.ts). It prefers
 * reduced motion.
 */
function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: path.join(import.meta.dirname, 'relayed-firefox.ts'),
    env: { ...process.env, FIREFOX: findFirefox() },
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    // The start takes half a minute on a busy machine.
    timeout: 180_000,
  });
}
