import { inject } from 'vitest';
import { openSeeded } from './sample-library.ts';
import type { TestServer } from './server.ts';

export { publishedBytes, shown } from './full-library-contents.ts';

/**
 * A server with a copy of the full library, gone with the test: the samples, a protected and a damaged document, one that
 * was withdrawn, and more books than fit a page.
 */
export function openFullLibrary(): Promise<TestServer> {
  return openSeeded(inject('fullLibrary'));
}
