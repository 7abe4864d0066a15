import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, type SyntheticEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { pages } from '#contract/addresses.ts';
import { MessagePage } from './message-page.tsx';

function SearchForm() {
  const router = useRouter();
  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    if (typeof q === 'string' && q.trim()) void router.navigate({ to: '/search', search: { q: q.trim() } });
  }
  return (
    <search className="w-full">
      <form action={pages.search()} onSubmit={handleSubmit} className="mx-auto mb-3 flex max-w-md gap-2">
        <TextInput type="search" name="q" aria-label="Search the library" placeholder="Subject or question" />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  );
}

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
      <SearchForm />
      <LinkButton to={pages.home()} activeOptions={{ exact: true }}>
        Return to Home
      </LinkButton>
    </MessagePage>
  );
}
