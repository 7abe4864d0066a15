import { splitLanguage } from '#contract/split-language.ts';
import { knownQuery } from '#contract/page-parameters.ts';
import { tag } from '#messages/language.ts';

/**
 * Returns the address under which the service worker stores a page: without parameters that don't change it. Null if the
 * address is that of no page in this language.
 */
export function storedPageKey({ origin, pathname, search }: URL): string | null {
  const { language, address } = splitLanguage(pathname);
  const query = language === tag ? knownQuery(address, search) : null;
  return query === null ? null : origin + pathname + query;
}
