import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';

/**
 * Returns the `nonce` by which the server recognises scripts that the app itself has written into a page; only those may run
 * (server/http/pages/render-page.ts). The browser never sees it.
 */
export const readScriptMark: () => string | undefined = createIsomorphicFn()
  .server((): string | undefined => (getGlobalStartContext() as { scriptMark?: string } | undefined)?.scriptMark)
  .client((): string | undefined => undefined);
