import type { StatementSync } from 'node:sqlite';
import { isMaterial, pagesPerMaterial, sequenceOf, type Keys } from './page-keys.ts';
import { matchPage, type PageMatch, type PagePlan } from './page-score.ts';
import { planPages, type ResolvedClause } from './resolve-query.ts';

/** So many pages are looked at for phrases, about 5 µs each. */
export const maxVerified = 20_000;
/** Between two looks at whether the search was aborted: less than a millisecond. */
export const checkEvery = 128;

/** The match of a page, or null if it is no longer in the index. */
export function matchKey(prepare: (sql: string) => StatementSync, key: number, plan: PagePlan): PageMatch | null {
  const row = prepare('select words from pages where id = ?').get(key);
  return row ? matchPage(row['words'] as Uint8Array, plan) : null;
}

/**
 * Makes the check for what the index of terms cannot say: that words follow each other, have their exact form, or, for
 * what is excluded, do not follow each other. Returns the same keys if there is nothing to check.
 */
export function createPhraseCheck({ prepare, check }: { prepare: (sql: string) => StatementSync; check: () => void }) {
  return (keys: Keys, required: readonly ResolvedClause[], excluded: readonly ResolvedClause[]): Keys => {
    const phrases = required.filter(({ clause }) =>
      clause.terms.some(({ words, isExact }) => words.length > 1 || isExact),
    );
    const without = excluded.filter(({ clause }) => clause.terms.some(({ words }) => words.length > 1));
    if (phrases.length === 0 && without.length === 0) return keys;
    const checked = [...phrases, ...without];
    const plan = planPages(checked, { pages: 1, words: 1 });
    let sequence = -1;
    let meta: PageMatch | null = null;
    return keys.slice(-maxVerified).filter((key, count) => {
      if (count % checkEvery === 0) check();
      if (sequenceOf(key) !== sequence) {
        sequence = sequenceOf(key);
        meta = matchKey(prepare, sequence * pagesPerMaterial, plan);
      }
      const page = isMaterial(key) ? null : matchKey(prepare, key, plan);
      return checked.every((_, clause) => {
        const has = (page?.fits[clause] ?? 0) > 0 || (meta?.fits[clause] ?? 0) > 0;
        return has === clause < phrases.length;
      });
    });
  };
}
