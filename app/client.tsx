import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { hydrateStart } from '@tanstack/react-start/client';
import { lazy, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchCode } from './features/layout/fetch-code.ts';
import { isMarkedSupported, needsFallbacks } from './features/layout/supported-browser.ts';

/** Rarely seen, so it is loaded when it is needed. */
const BrokenPage = lazy(() => import('./features/layout/broken-page.tsx'));

/** Lets the browser answer a touch or paint between two steps. */
const nextTask = () => new Promise<void>((done) => void setTimeout(done));

/**
 * Starts the app in the browser, in steps: evaluating the code, the router with what the server sent, and hydration,
 * which React divides further. In one task they would block a slow phone for a fifth of a second.
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
