import { useRouterState } from '@tanstack/react-router';
import { inLanguage, languageNames, type Language } from '#contract/languages.ts';
import type { Site } from '#contract/shelf.ts';
import { tag } from '#messages/language.ts';
import { localItems } from './stored-items.ts';

type LanguageSwitchProps = { site: Pick<Site, 'languages'>; className: string };

/**
 * Renders a link to the same page in each other language, named in that language. Following it stores the choice on
 * this device.
 */
export function LanguageSwitch({ site, className }: LanguageSwitchProps) {
  const [address = ''] = useRouterState({ select: ({ location }) => location.href }).split('#');
  return site.languages.map(
    (language) =>
      language !== tag && (
        <li key={language}>
          <a
            href={inLanguage(language, address)}
            hrefLang={language}
            lang={language}
            onClick={() => storeLanguage(language)}
            className={className}
          >
            {languageNames[language]}
          </a>
        </li>
      ),
  );
}

/** Stores the visitor's language on this device, so that no other one is offered. */
export function storeLanguage(language: Language): void {
  try {
    localItems.setItem('language', language);
  } catch {
    // Storage is not accessible: the address has the language.
  }
}
