import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, type SyntheticEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { pages } from '#contract/addresses.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/layout.ts';
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
        <TextInput type="search" name="q" aria-label={words.searchLibrary} placeholder={words.searchExample} />
        <Button type="submit" variant="secondary">
          {actions.search}
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
    <MessagePage title="404" text={words.notFound}>
      <SearchForm />
      <LinkButton to={pages.home()} activeOptions={{ exact: true }}>
        {actions.returnHome}
      </LinkButton>
    </MessagePage>
  );
}
