import { createFileRoute, notFound } from '@tanstack/react-router';

/** Target of the redirects of route guards; responds with 404 like every unknown address. */
export const Route = createFileRoute('/not-found')({
  loader: () => {
    throw notFound();
  },
});
