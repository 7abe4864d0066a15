import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser } from './browser.ts';

/** A browser for one test or file: what it opens is its own, and is all that it sees and closes. */
export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'contexts' | 'close'> & AsyncDisposable;

let launched: Promise<Browser> | undefined;

/**
 * The Chromium that all journeys of a worker share, launched with the first and ended with the worker. Each test has
 * contexts of its own, which share nothing: no cookies, no storage, no cache. One that has crashed is replaced.
 */
export async function shareBrowser(): Promise<SharedBrowser> {
  const browser = await findLaunched();
  const own = new Set<BrowserContext>();
  const keep = (context: BrowserContext) => {
    own.add(context);
    context.on('close', () => own.delete(context));
  };
  async function close() {
    await Promise.all([...own].map((context) => context.close()));
  }
  return {
    async newContext(options) {
      const context = await browser.newContext(options);
      keep(context);
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage(options);
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
  launched = openBrowser({ isLean: true });
  return launched;
}
