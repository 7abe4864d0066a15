import { openSeeded } from './sample-library.ts';
import type { TestServer } from './server.ts';

export { publishedBytes, shown } from './full-library-contents.ts';

/**
 * Opens a server with a copy of the full library, which is removed after the test: the samples, an encrypted and a
 * damaged document, a withdrawn one, and more books than fit on a page.
 */
export function openFullLibrary(): Promise<TestServer> {
  return openSeeded('full');
}
