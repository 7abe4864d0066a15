import type { BrowserContext } from 'playwright-core';
import { listNewerParts } from './supported-browsers.ts';

/**
 * Functions that are not removed from Chromium although a supported browser lacks them: Chromium's own rules for
 * scripts need them, or the data calls them newer only because one system differs.
 */
const stays = /^(?:[Tt]rustedT|TrustedHTML|TrustedScript|devicePixelRatio$|open$|print$)/;

/**
 * Removes from Chromium every function that one of the oldest supported browsers lacks, in pages and in our workers. It
 * then behaves like a browser older than each of them, except for syntax, styles and faults.
 */
export async function makeOldest(context: BrowserContext): Promise<void> {
  const paths = listNewerParts().newer.map((part) => part.path);
  const script = `(${remove.toString()})(${JSON.stringify(paths.filter((path) => !stays.test(path)))});`;
  await context.addInitScript(script);
  // Workers don't run the scripts of the page. Each worker is one file, so this runs before the whole file.
  await context.route(/\/assets\/[\w-]*worker-[\w-]{8}\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

function remove(paths: readonly string[]): void {
  const at = (owner: unknown, name: string) => (owner as Record<string, unknown> | undefined)?.[name];
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce<unknown>(at, globalThis);
    if (owner === undefined || owner === null) continue;
    Reflect.deleteProperty(owner, last === '@@asyncIterator' ? Symbol.asyncIterator : last);
  }
}
