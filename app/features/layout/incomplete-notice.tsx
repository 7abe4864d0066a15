import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { buttonStyle } from '#app/ui/button.tsx';
import { incompleteKey } from './fetch-first.ts';

/**
 * Explains on a page that the server sent incomplete (503) why, with a link to the same address. Hidden when scripts run, because
 * the lists then load themselves and report failures; so the browser gets no code for it and leaves it unchanged.
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
  const address = state.location.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<div role="alert" class="mx-auto max-w-page px-4 pt-4 sm:px-6"><p class="mb-2">Part of this page couldn’t be loaded because the server is busy.</p> <a href="${address}" class="${buttonStyle('secondary', 'small')}">Try again</a></div>`;
}
