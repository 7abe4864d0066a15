import { createFileRoute, notFound } from '@tanstack/react-router';

/** Where guards send people; answered with 404 like every address that leads nowhere. */
export const Route = createFileRoute('/not-found')({
  loader: () => {
    throw notFound();
  },
});
