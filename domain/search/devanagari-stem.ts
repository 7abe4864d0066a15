import { foldNasals, foldVowelSigns } from './devanagari-spelling.ts';

/**
 * Endings of Nepali that are joined to a noun: the plural, cases and postpositions. Folded as in foldWord. Longer
 * endings come first, so that `लाई` does not match as `ई`.
 */
const endings =
  /(?:हरू|हरु|अनुसार|द्वारा|सम्बन्धी|देखि|सम्म|सहित|माथि|भित्र|बाहिर|तर्फ|बारे|लाई|बाट|संग|सित|तिर|बीच|बिच|को|का|की|ले|मा)$/u;

/** `विद्यार्थीहरूलाईसम्म` has three. */
const mostEndings = 3;
/** Matches a remaining word of at least two letters, so that `आमा` does not count as `आ` with an ending. */
const enough = /[\u0904-\u0939\u0958-\u0961].*[\u0904-\u0939\u0958-\u0961](?!\u094d)/u;

/**
 * Returns the common stem of the forms of a Nepali word: without endings, and in one spelling if there are several
 * (long and short i and u, nasals). `exact` is a folded word of Devanagari.
 */
export function devanagariStem(exact: string): string {
  let stem = exact;
  for (let count = 0; count < mostEndings; count += 1) {
    const rest = stem.replace(endings, '');
    if (rest === stem || !enough.test(rest)) break;
    stem = rest;
  }
  // The first character is never one of those that are written in two ways.
  return stem.slice(0, 1) + foldNasals(foldVowelSigns(stem.slice(1)));
}
