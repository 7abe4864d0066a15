/**
 * Folded words that are on nearly every page. A query also finds pages without them, so that a question is found by
 * words that differ slightly from its own.
 */
const stopWords = new Set(
  (
    'a an and are as at be by can do does for from has have how if in into is it its of on or so than that the their ' +
    'them then there these they this to was we were what when where which who why will with you your ' +
    'र को का की के ले मा छ हो पनि लाई बाट र् गर्नुहोस् तथा एवं और में से है ' +
    'في من علي الي عن ان ما هو هي هذا هذه او و كل'
  ).split(' '),
);

export function isStopWord(exact: string): boolean {
  return stopWords.has(exact);
}
