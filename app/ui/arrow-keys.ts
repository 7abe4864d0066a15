import { direction } from '#messages/language.ts';

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/**
 * Returns a key by its meaning for a list in the direction of the language: `ArrowRight` leads to the next item, so that a
 * language from right to left exchanges the two arrows. Not for pages of a document, which have the same order in every language.
 */
export function keyInReadingDirection(key: string, pagesDirection: 'ltr' | 'rtl' = direction): string {
  return pagesDirection === 'rtl' ? (mirrored[key] ?? key) : key;
}
