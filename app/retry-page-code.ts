import type { AnyRouter } from '@tanstack/react-router';
import { fetchCode, retryMissingStyles } from './features/layout/fetch-code.ts';

type Fetched = { preload?: (() => Promise<void>) | undefined };

/**
 * Makes navigation wait for the network when the code of a page can't be loaded. Without this, the router would reload
 * the whole document, and without a network the browser would then show its own error page. The router still reloads
 * once if the server responds but no longer has the code: then the site was updated.
 */
export function retryPageCode(routes: AnyRouter['routesById']): void {
  retryMissingStyles();
  for (const { options } of Object.values(routes)) {
    for (const component of [options.component, options.errorComponent, options.notFoundComponent]) {
      waitForCode(component as Fetched | undefined);
    }
  }
}

function waitForCode(component: Fetched | undefined): void {
  const load = component?.preload;
  if (!component || !load) return;
  let pending: Promise<void> | undefined;
  component.preload = () =>
    (pending ??= fetchCode(async () => {
      await load();
      // `preload` resolves even after a failure; it is removed once the code has been loaded.
      if (component.preload) throw new Error('the code of a page did not arrive');
    })
      // The router reports the error when it renders the page.
      .catch(() => {})
      .finally(() => (pending = undefined)));
}
