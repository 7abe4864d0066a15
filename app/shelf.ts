import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import type { Shelf } from '#contract/shelf.ts';
import { createShelfClient } from './shelf-client.ts';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: { shelf: Shelf } };
  }
}

/**
 * The shelf that loaders use: in process while the server renders (from the context of the request), over the contract
 * when the browser navigates.
 */
export const openShelf: () => Shelf = createIsomorphicFn()
  .server((): Shelf => {
    const context = getGlobalStartContext() as { shelf?: Shelf } | undefined;
    if (!context?.shelf) throw new Error('the page was asked for without a shelf in its request context');
    return context.shelf;
  })
  .client((): Shelf => createShelfClient());
