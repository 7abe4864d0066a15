import type { StatementSync } from 'node:sqlite';
import type { Keys } from './page-keys.ts';
import { visitPages } from './read-streams.ts';
import { planPages, type ResolvedClause } from './resolve-query.ts';

/** So many pages, the newest, are looked at for phrases: 50 ms. */
export const maxVerified = 10_000;

/**
 * Makes the check for what the index of terms cannot say: that words follow each other, have their exact form, or, for
 * what is excluded, do not follow each other. Returns the same keys if there is nothing to check.
 */
export function createPhraseCheck(parts: { prepare: (sql: string) => StatementSync; check: () => void }) {
  return (keys: Keys, required: readonly ResolvedClause[], excluded: readonly ResolvedClause[]): Keys => {
    const phrases = required.filter(({ clause }) =>
      clause.terms.some(({ words, isExact }) => words.length > 1 || isExact),
    );
    const without = excluded.filter(({ clause }) => clause.terms.some(({ words }) => words.length > 1));
    if (phrases.length === 0 && without.length === 0) return keys;
    const checked = [...phrases, ...without];
    const kept: number[] = [];
    visitPages(keys.slice(-maxVerified), planPages(checked, { pages: 1, words: 1 }), parts, (key, page, meta) => {
      const fits = checked.every((_, clause) => {
        const has = (page.fits[clause] ?? 0) > 0 || (meta?.fits[clause] ?? 0) > 0;
        return has === clause < phrases.length;
      });
      if (fits) kept.push(key);
    });
    return kept;
  };
}
