/**
 * Sentences and words that pages receive in English: from the server, which does not know the language of the page, and
 * from domain/. They are the same for every language in the API.
 */

/** Returns the sentence in the language of the page; null if it is not known there. */
export const knownSentence = (english: string): string | null => english;

/** Returns a value of the step of a bulk edit: a place, a kind, a year, a state or a number of pages. */
export const stepValue = (_what: string, english: string): string => english;
