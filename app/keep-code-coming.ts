import type { AnyRouter } from '@tanstack/react-router';
import { fetchCode, keepStylesComing } from './features/layout/fetch-code.ts';

type Fetched = { preload?: (() => Promise<void>) | undefined };

/**
 * Lets the code of a page wait for the line. Left alone, the router loads the whole document anew when code does not
 * arrive, and without a line that ends on the browser's own error page. It still does so once where the library answers
 * and the code is gone: then the site has been updated.
 */
export function keepCodeComing(routes: AnyRouter['routesById']): void {
  keepStylesComing();
  for (const { options } of Object.values(routes)) {
    for (const component of [options.component, options.errorComponent, options.notFoundComponent]) {
      waitForLine(component as Fetched | undefined);
    }
  }
}

function waitForLine(component: Fetched | undefined): void {
  const load = component?.preload;
  if (!component || !load) return;
  let coming: Promise<void> | undefined;
  component.preload = () =>
    (coming ??= fetchCode(async () => {
      await load();
      // It resolves either way; what has arrived has nothing left to preload.
      if (component.preload) throw new Error('the code of a page did not arrive');
    })
      // The router tells of it, once it renders the page.
      .catch(() => {})
      .finally(() => (coming = undefined)));
}
