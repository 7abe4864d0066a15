import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';

/**
 * Returns the mark that the app sets as `nonce` on its own inline scripts, so that the server recognises them; only
 * these may run (server/http/pages/own-scripts.ts). The server removes it before it sends the page.
 */
export const readScriptMark: () => string | undefined = createIsomorphicFn()
  .server((): string | undefined => (getGlobalStartContext() as { scriptMark?: string } | undefined)?.scriptMark)
  .client((): string | undefined => undefined);
