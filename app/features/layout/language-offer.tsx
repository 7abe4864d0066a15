import { useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#app/ui/button.tsx';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { inLanguage, type InEveryLanguage, type Language } from '#contract/languages.ts';
import type { Site } from '#contract/shelf.ts';
import * as english from '#languages/en/language-offer.ts';
import * as nepali from '#languages/ne/language-offer.ts';
import { tag } from '#messages/language.ts';
import { storeLanguage } from './language-switch.tsx';
import { localItems } from './stored-items.ts';

const messages: InEveryLanguage<typeof english> = { en: english, ne: nepali };

/**
 * Offers the page in the visitor's language, in one line at the bottom that moves nothing, until it is answered once.
 * Renders nothing if the page is in that language.
 */
export function LanguageOffer({ site }: { site: Pick<Site, 'languages'> }) {
  const [language, setLanguage] = useState(() => preferredOf(site.languages));
  const [address = ''] = useRouterState({ select: ({ location }) => location.href }).split('#');
  if (!language) return null;
  const words = messages[language];
  return (
    <aside
      lang={language}
      aria-label={words.accept}
      className="no-print pointer-events-none fixed inset-x-0 bottom-0 z-20 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <p className="pointer-events-auto mx-auto flex w-fit max-w-full items-center rounded-card border border-hairline bg-card shadow-float">
        <AnchorButton
          href={inLanguage(language, address)}
          hrefLang={language}
          variant="ghost"
          size="small"
          onClick={() => storeLanguage(language)}
          className="min-w-0 shrink text-accent"
        >
          {words.accept}
        </AnchorButton>
        <button
          type="button"
          aria-label={words.decline}
          data-tooltip={words.decline}
          onClick={() => {
            storeLanguage(tag);
            setLanguage(undefined);
          }}
          className={buttonStyle('ghost', 'icon')}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </p>
    </aside>
  );
}

/** Returns the language to offer: the first that the browser names and the site has, unless one was chosen before. */
function preferredOf(available: readonly Language[]): Language | undefined {
  if (readChoice() !== null) return undefined;
  const preferred = navigator.languages
    .map((each) => available.find((language) => each.toLowerCase().split('-')[0] === language))
    .find((language) => language !== undefined);
  return preferred === tag ? undefined : preferred;
}

function readChoice(): string | null {
  try {
    return localItems.getItem('language');
  } catch {
    // Without storage, the offer would come back on every page.
    return tag;
  }
}
