import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { buttonStyle } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/layout.ts';
import { incompleteKey } from './fetch-first.ts';

/**
 * Explains on a page that the server sent incomplete (503) why it is incomplete, with a link to the same address.
 * Hidden when scripts run, because the lists then load themselves and report failures. The browser therefore gets no
 * code for this element and leaves it unchanged.
 */
export function IncompleteNotice() {
  const router = useRouter();
  return (
    <div
      className="only-without-scripts"
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? writeNotice(router) : '' }}
    />
  );
}

function writeNotice({ options, state }: AnyRouter): string {
  if (options.context.queryClient.getQueryData(incompleteKey) !== true) return '';
  const address = state.location.publicHref.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<div role="alert" class="mx-auto max-w-page px-4 pt-4 sm:px-6"><p class="mb-2">${words.incomplete}</p> <a href="${address}" class="${buttonStyle('secondary', 'small')}">${actions.tryAgain}</a></div>`;
}
