import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pages } from '#contract/addresses.ts';
import { useIsOffline } from '#app/features/layout/network-state.ts';
import { MessagePage } from '#app/features/layout/message-page.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as actions from '#messages/actions.ts';
import * as titles from '#messages/head.ts';
import * as words from '#messages/pages/offline.ts';

/**
 * The page that the service worker responds with for a page that it has not stored; `for` is that page's address. If
 * the data of that page are on the device, or once there is a connection, the page opens automatically.
 */
export const Route = createFileRoute('/offline')({
  head: () => {
    const { meta } = pageHead([titles.offline]);
    return { meta: [...meta, { name: 'robots', content: 'noindex' }] };
  },
  component: OfflinePage,
});

function OfflinePage() {
  const router = useRouter();
  const isLost = useIsOffline();

  useEffect(
    function openWantedPage() {
      const wanted = new URLSearchParams(location.search).get('for');
      // Only our own pages: an address of another site begins with two slashes, or has none.
      if (wanted && /^\/(?![/\\])/.test(wanted)) void router.navigate({ href: wanted, replace: true });
    },
    [router],
  );

  return (
    <MessagePage title={titles.offline} text={isLost ? words.notStored : words.looking}>
      <LinkButton to={pages.saved()}>{words.seeOfflineMaterials}</LinkButton>
      <LinkButton to={pages.home()} activeOptions={{ exact: true }} variant="secondary">
        {actions.returnHome}
      </LinkButton>
    </MessagePage>
  );
}
