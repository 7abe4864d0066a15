import { RouterProvider } from '@tanstack/react-router';
import { hydrateStart } from '@tanstack/react-start/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Lets the browser answer a touch or paint between two steps. */
const nextTask = () => new Promise<void>((done) => void setTimeout(done));

/**
 * Starts the app in the browser, in steps: evaluating the code, the router with what the server sent, and hydration,
 * which React divides further. In one task they would block a slow phone for a fifth of a second.
 */
async function start(): Promise<void> {
  await nextTask();
  const router = await hydrateStart();
  await nextTask();
  startTransition(() => void hydrateRoot(document, <RouterProvider router={router} />));
}

void start();
