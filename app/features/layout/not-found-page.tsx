import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pages } from '#contract/addresses.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** Renders the page for unknown addresses, and logs the address. */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(
    function logMissingPage() {
      console.warn(`404: there is no page at ${path}`);
    },
    [path],
  );
  return (
    <MessagePage title="404" text="Oops! We couldn't find the page you're looking for.">
      <LinkButton to={pages.home()} activeOptions={{ exact: true }}>
        Return to Home
      </LinkButton>
    </MessagePage>
  );
}
