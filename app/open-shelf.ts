import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import type { Shelf, Site } from '#contract/shelf.ts';
import { createShelfClient } from './shelf-client.ts';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { shelf: Shelf; scriptMark: string } };
  }
}

/**
 * Returns the shelf for loaders: in process while the server renders (from the context of the request), over the
 * contract when the browser navigates. `readSite` returns the site if the page came with it.
 */
export const openShelf: (readSite: () => Site | undefined) => Shelf = createIsomorphicFn()
  .server((_readSite: () => Site | undefined): Shelf => {
    const context = getGlobalStartContext() as { shelf?: Shelf } | undefined;
    if (!context?.shelf) throw new Error('the page was requested without a shelf in its request context');
    return context.shelf;
  })
  .client((readSite: () => Site | undefined): Shelf => createShelfClient(readSite));
