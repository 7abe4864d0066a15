import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pages } from '#contract/addresses.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

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

/** A row of books with a gap where one should be. */
function MissingBook() {
  return (
    <svg
      aria-hidden="true"
      width="180"
      height="96"
      viewBox="0 0 180 96"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M8 86h164" className="stroke-edge" />
      <path d="M22 26h16v60H22zM42 36h12v50H42z" className="fill-card stroke-edge" />
      <path d="M26 36h8M26 42h8" className="stroke-accent" />
      <path d="M74 30h22v56H74z" strokeDasharray="4 5" className="stroke-accent" />
      <path d="M85 50v10M85 68v.1" strokeWidth="3" className="stroke-marigold" />
      <path d="M112 22h14v64h-14z" className="fill-accent-tint stroke-accent" />
      <path d="m132 85 9-54 14 3-9 52z" className="fill-card stroke-edge" />
    </svg>
  );
}
