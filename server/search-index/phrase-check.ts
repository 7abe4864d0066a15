import type { IndexReads } from './index-reads.ts';
import type { Keys } from './page-keys.ts';
import { visitPages } from './visit-pages.ts';
import { planPages, type ResolvedClause } from './resolve-query.ts';
import { joinTerms, writeClause } from './write-match.ts';

/** So many pages, the newest, are looked at for phrases: 50 ms. */
export const maxVerified = 10_000;

/**
 * Makes the checks for what the index of terms cannot say for sure: that words follow each other, or have their exact
 * form.
 */
export function createPhraseCheck(reads: Pick<IndexReads, 'readStreams' | 'findKeys'>) {
  /** The pages on which every clause is; the same keys if there is nothing to check. */
  async function keep(keys: Keys, required: readonly ResolvedClause[]): Promise<Keys> {
    const phrases = required.filter(({ clause }) =>
      clause.terms.some(({ words, isExact }) => words.length > 1 || isExact),
    );
    if (phrases.length === 0) return keys;
    return havingAll(keys.slice(-maxVerified), phrases);
  }

  /** The pages, found with `match`, on which none of the phrases is; the same keys if there is none. */
  async function drop(keys: Keys, match: string | null, excluded: readonly ResolvedClause[]): Promise<Keys> {
    let kept = keys;
    for (const clause of excluded) {
      const written = clause.clause.terms.some(({ words }) => words.length > 1) ? writeClause(clause) : null;
      if (match === null || written === null) continue;
      const suspects = await reads.findKeys(joinTerms([match, written], 'AND'));
      // Those that are not checked have the words, and probably the phrase.
      const having = new Set([
        ...suspects.slice(0, -maxVerified),
        ...(await havingAll(suspects.slice(-maxVerified), [clause])),
      ]);
      if (having.size > 0) kept = kept.filter((key) => !having.has(key));
    }
    return kept;
  }

  async function havingAll(keys: Keys, phrases: readonly ResolvedClause[]): Promise<number[]> {
    const kept: number[] = [];
    await visitPages(keys, planPages(phrases, { pages: 1, words: 1 }), reads, (key, page, meta) => {
      const fits = phrases.every((_, clause) => (page.fits[clause] ?? 0) > 0 || (meta?.fits[clause] ?? 0) > 0);
      if (fits) kept.push(key);
    });
    return kept;
  }

  return { keep, drop };
}
