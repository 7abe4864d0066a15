import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from './render-page.ts';

const entry = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'server', 'server.js');

/** Loads the built pages. If they were never built, throws an Error with the command to run. */
export async function openPageRenderer(): Promise<PageRenderer> {
  try {
    const built: { default: PageRenderer } = await import(pathToFileURL(entry).href);
    return built.default;
  } catch (cause) {
    if (
      cause instanceof Error &&
      'code' in cause &&
      cause.code === 'ERR_MODULE_NOT_FOUND' &&
      cause.message.includes(entry)
    ) {
      throw new Error('the pages are not built; run `npm run build`, or start with `npm start`', { cause });
    }
    throw cause;
  }
}
