import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pages } from '#contract/addresses.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { MissingBook } from './missing-book.tsx';

/** The page for every address that leads nowhere; logs it (specification 2). */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(
    function logMissingPage() {
      console.warn(`404: there is no page at ${path}`);
    },
    [path],
  );
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center px-4 py-20 text-center">
      <MissingBook />
      <h1 className="mt-6 text-5xl">404</h1>
      <p className="mt-3 mb-8 text-lg text-muted">Oops! We couldn't find the page you're looking for.</p>
      <LinkButton to={pages.home()}>Return to Home</LinkButton>
    </div>
  );
}
