import { knownSentence } from '#messages/known-sentences.ts';

/** Text for the page. `lang` is set if the text is English on a page in another language. */
export type ServerWords = { text: string; lang?: 'en' };

/**
 * Returns a sentence of the server, or of domain/, in the language of the page. A sentence that is not known there stays
 * as it is.
 */
export function serverWords(english: string): ServerWords {
  const text = knownSentence(english);
  return text === null ? { text: english, lang: 'en' } : { text };
}
