/** The languages of the interface. Those of materials are another matter, see domain/text/text-language.ts. */

/** The languages that pages are built in, as BCP 47 tags. The first has the addresses without a prefix. */
export const languages = ['en', 'ne'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage = languages[0];

/** A module of messages for each language, with the same messages as the module given: other texts, the same parameters. */
export type InEveryLanguage<Module> = Record<
  Language,
  { [Name in keyof Module]: Module[Name] extends string ? string : Module[Name] }
>;

/** Names of the languages, each in itself. */
export const languageNames: Record<Language, string> = { en: 'English', ne: 'नेपाली' };

/** Returns the address of a page in a language: `/books` is `/ne/books` in Nepali, and `/` is `/ne`. */
export function inLanguage(language: Language, address: string): string {
  if (language === defaultLanguage) return address;
  return `/${language}${address.replace(/^\/(?=$|[?#])/, '')}`;
}

/** Returns the address of the service worker of the pages in a language. */
export function serviceWorkerOf(language: Language): string {
  return language === defaultLanguage ? '/sw.js' : `/sw-${language}.js`;
}
