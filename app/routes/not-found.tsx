import { createFileRoute, notFound } from '@tanstack/react-router';

/** Where route guards redirect to; answered with 404 like every unknown address. */
export const Route = createFileRoute('/not-found')({
  loader: () => {
    throw notFound();
  },
});
