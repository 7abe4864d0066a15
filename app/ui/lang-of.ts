import { tag } from '#messages/language.ts';

/**
 * Returns `lang` for the name of something in the library, which may be in another script than the page, so that screen
 * readers choose the right voice. Devanagari counts as Nepali, everything else as English. Undefined if the page has that
 * language itself.
 */
export function langOf(text: string): string | undefined {
  const language = /[\u0900-\u097f]/.test(text) ? 'ne' : 'en';
  return language === (tag as string) ? undefined : language;
}
