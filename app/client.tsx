import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { hydrateStart } from '@tanstack/react-start/client';
import { lazy, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchCode } from './features/layout/fetch-code.ts';
import { isMarkedSupported, needsFallbacks } from './features/layout/supported-browser.ts';

/** Loaded on demand, because it is rarely rendered. */
const BrokenPage = lazy(() => import('./features/layout/broken-page.tsx'));

/** Yields to the browser, so that it can handle a touch or paint between two steps. */
const nextTask = () => new Promise<void>((done) => void setTimeout(done));

/**
 * Starts the app in the browser, in steps: evaluating the code, creating the router with the server's data, and hydration, which
 * React divides further. As a single task this would block a slow phone for a fifth of a second.
 */
async function start(): Promise<void> {
  if (!isMarkedSupported()) return;
  if (needsFallbacks()) await fetchCode(() => import('./ui/fallbacks.ts'));
  await nextTask();
  const router = await hydrateStart();
  await nextTask();
  startTransition(
    () =>
      void hydrateRoot(
        document,
        <CatchBoundary getResetKey={() => 0} errorComponent={BrokenPage}>
          <RouterProvider router={router} />
        </CatchBoundary>,
      ),
  );
}

void start();
