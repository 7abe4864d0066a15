import type { QueryTerm } from '#domain/search/search-query.ts';
import type { IndexReads } from './index-reads.ts';
import { isMaterial, pagesPerMaterial, sequenceOf, type Keys } from './page-keys.ts';
import { matchPage, noMatch, type PageMatch, type PagePlan } from './page-score.ts';
import { planPages, type ResolvedClause } from './resolve-query.ts';
import { joinTerms, writeClause, writeMatch } from './write-match.ts';

export type StreamReads = Pick<IndexReads, 'readStreams'>;

/** Returns the match of a page, or null if it is no longer in the index. */
export async function matchKey(reads: StreamReads, key: number, plan: PagePlan): Promise<PageMatch | null> {
  let match: PageMatch | null = null;
  await reads.readStreams([key], (_, words) => (match = matchPage(words, plan)));
  return match;
}

/**
 * Calls `visit` for each of the pages that is still in the index, with its match and that of its material's title,
 * subject and the like.
 */
export async function visitPages(
  keys: Keys,
  plan: PagePlan,
  reads: StreamReads,
  visit: (key: number, page: PageMatch, meta: PageMatch | null) => void,
): Promise<void> {
  const nothing = noMatch(plan);
  const metas = new Map<number, PageMatch | null>();
  const metaKeys = [...new Set(keys.map((key) => sequenceOf(key) * pagesPerMaterial))];
  await reads.readStreams(metaKeys, (key, words) => metas.set(sequenceOf(key), matchPage(words, plan)));
  await reads.readStreams(keys, (key, words) => {
    visit(key, isMaterial(key) ? nothing : matchPage(words, plan), metas.get(sequenceOf(key)) ?? null);
  });
}

/** Number of pages, the newest, that are checked for phrases: 50 ms. */
export const maxVerified = 10_000;

/**
 * Creates the checks for conditions that the index of terms cannot decide: that words follow each other, or have their
 * exact form.
 */
export function createPhraseCheck(reads: Pick<IndexReads, 'readStreams' | 'findKeys'>) {
  /**
   * Returns the pages that have every clause, found without the excluded ones; the same keys if there is nothing to
   * check.
   */
  async function keep(
    keys: Keys,
    required: readonly ResolvedClause[],
    excluded: readonly ResolvedClause[],
  ): Promise<Keys> {
    const phrases = required.filter(({ clause }) => clause.terms.some((term) => !term.isVariant && isChecked(term)));
    const remaining = phrases.length === 0 ? keys : await havingAll(keys.slice(-maxVerified), phrases);
    const others = required.filter((each) => !phrases.includes(each));
    const varied = others.filter(({ clause }) => clause.terms.some(isChecked));
    return varied.length === 0 ? remaining : filterVaried(remaining, varied, { required, excluded });
  }

  /** Returns those pages, of the ones that have `varied` as phrases or as single words, that certainly have them. */
  async function filterVaried(
    keys: Keys,
    varied: readonly ResolvedClause[],
    { required, excluded }: Record<'required' | 'excluded', readonly ResolvedClause[]>,
  ): Promise<Keys> {
    const isSure = createSortedCheck(await reads.findKeys(writeMatch(required.map(withoutVariedPhrases), excluded)));
    const unsure = keys.filter((key) => !isSure(key));
    if (unsure.length === 0) return keys;
    const having = new Set(await havingAll(unsure.slice(-maxVerified), varied));
    const left = new Set(unsure.filter((key) => !having.has(key)));
    return left.size === 0 ? keys : keys.filter((key) => !left.has(key));
  }

  /** Returns the pages, found with `match`, that have none of the phrases; the same keys if there is none. */
  async function drop(keys: Keys, match: string | null, excluded: readonly ResolvedClause[]): Promise<Keys> {
    let remaining = keys;
    for (const clause of excluded) {
      const written = clause.clause.terms.some(({ words }) => words.length > 1) ? writeClause(clause) : null;
      if (match === null || written === null) continue;
      const suspects = await reads.findKeys(joinTerms([match, written], 'AND'));
      // Unchecked pages have the words, and probably the phrase.
      const having = new Set([
        ...suspects.slice(0, -maxVerified),
        ...(await havingAll(suspects.slice(-maxVerified), [clause])),
      ]);
      if (having.size > 0) remaining = remaining.filter((key) => !having.has(key));
    }
    return remaining;
  }

  async function havingAll(keys: Keys, phrases: readonly ResolvedClause[]): Promise<number[]> {
    const remaining: number[] = [];
    await visitPages(keys, planPages(phrases, { pages: 1, words: 1 }), reads, (key, page, meta) => {
      const fits = phrases.every((_, clause) => (page.fits[clause] ?? 0) > 0 || (meta?.fits[clause] ?? 0) > 0);
      if (fits) remaining.push(key);
    });
    return remaining;
  }

  return { keep, drop };
}

const isChecked = ({ words, isExact }: QueryTerm) => words.length > 1 || isExact;

function withoutVariedPhrases({ clause, terms, ...facts }: ResolvedClause): ResolvedClause {
  const left = clause.terms.map((term) => !(term.isVariant && isChecked(term)));
  const isLeft = (_: unknown, index: number) => left[index] ?? true;
  return { ...facts, clause: { ...clause, terms: clause.terms.filter(isLeft) }, terms: terms.filter(isLeft) };
}

/** Returns a check of ascending keys, one after the other, against these. */
function createSortedCheck(keys: Keys): (key: number) => boolean {
  let at = 0;
  return (key) => {
    while (at < keys.length && (keys[at] ?? 0) < key) at += 1;
    return keys[at] === key;
  };
}
