import type { QueryClause, QueryTerm, QueryWord, SearchQuery } from '#domain/search/search-query.ts';
import { typedTerm } from '#domain/search/joined-words.ts';
import { mayBeMisspelt, type NearWord } from '#domain/search/near-words.ts';
import { stemOf } from '#domain/search/search-text.ts';
import type { IndexReads } from './index-reads.ts';
import type { IndexVocabulary, StemUse } from './index-vocabulary.ts';
import type { ClauseFacts, PagePlan, Probe } from './page-score.ts';

/** A clause with the numbers of its words. */
export type ResolvedClause = {
  clause: QueryClause;
  /** For each term and each of its words, the matching stems. A word without stems is on no page. */
  terms: { words: StemUse[][]; probes: { word: number; place: number; weight: number }[] }[];
  rarity: number;
  /** Maximum number of pages that can have the clause. */
  pages: number;
};

/**
 * Words on more than this fraction of pages, and on more than this number, are not required if there are rarer words.
 */
const commonShare = 0.2;
const commonPages = 5000;

export type ResolvedQuery = {
  query: SearchQuery;
  clauses: readonly ResolvedClause[];
  excluded: readonly ResolvedClause[];
  /** The clauses by which pages are found. */
  required: readonly ResolvedClause[];
  plan: PagePlan;
};

/** Returns the query with the numbers of its words. */
export function resolveQuery(query: SearchQuery, vocabulary: IndexVocabulary): ResolvedQuery {
  const totals = vocabulary.totals();
  const clauses = query.clauses.map((clause) => resolveClause(clause, vocabulary, totals.pages));
  const excluded = query.excluded.map((term) =>
    resolveClause({ terms: [term], isOptional: false }, vocabulary, totals.pages),
  );
  return { query, clauses, excluded, required: requiredOf(clauses, totals.pages), plan: planPages(clauses, totals) };
}

/**
 * Returns the required clauses. If some clauses are on very many pages and others are not, only the others are
 * required.
 */
function requiredOf(clauses: readonly ResolvedClause[], pagesInAll: number): ResolvedClause[] {
  const required = clauses.filter(({ clause }) => !clause.isOptional);
  const isCommon = ({ pages, clause }: ResolvedClause) =>
    pages > commonPages &&
    pages > pagesInAll * commonShare &&
    clause.terms.every(({ words, isVariant }) => isVariant || words.length === 1);
  const rare = required.filter((clause) => !isCommon(clause));
  return rare.length > 0 ? rare : required;
}

function resolveTerm(
  { words, isExact, isPrefix }: QueryTerm,
  vocabulary: IndexVocabulary,
): ResolvedClause['terms'][number] {
  const probes: ResolvedClause['terms'][number]['probes'] = [];
  const resolved = words.map((word, place) => {
    const found = vocabulary.resolveWord(word, isExact, isPrefix && place === words.length - 1);
    for (const [id, weight] of found.words) probes.push({ word: id, place, weight });
    return found.stems;
  });
  return { words: resolved, probes };
}

function resolveClause(clause: QueryClause, vocabulary: IndexVocabulary, pagesInAll: number): ResolvedClause {
  const terms = clause.terms.map((term) => resolveTerm(term, vocabulary));
  const pages = terms.reduce((sum, term) => sum + leastPages(term.words), 0);
  return { clause, terms, pages, rarity: Math.log(1 + (pagesInAll + 0.5) / (Math.min(pages, pagesInAll) + 0.5)) };
}

function leastPages(words: readonly StemUse[][]): number {
  const counts = words.map((stems) => stems.reduce((sum, { pages, materials }) => sum + pages + materials, 0));
  return counts.length === 0 ? 0 : Math.min(...counts);
}

/** Returns the data for ranking pages. */
export function planPages(resolved: readonly ResolvedClause[], totals: { pages: number; words: number }): PagePlan {
  const probes = new Map<number, Probe[]>();
  const clauses: ClauseFacts[] = resolved.map(({ clause, terms, rarity }, index) => {
    for (const [term, { probes: found }] of terms.entries()) {
      for (const { word, place, weight } of found) {
        const share = clause.terms[term]?.likeness ?? 1;
        const list = probes.get(word) ?? [];
        list.push({ clause: index, term, place, weight: weight * share });
        probes.set(word, list);
      }
    }
    return { rarity, isOptional: clause.isOptional, lengths: clause.terms.map(({ words }) => words.length) };
  });
  const wanted = new Uint8Array(Math.max(-1, ...probes.keys()) + 1);
  for (const word of probes.keys()) wanted[word] = 1;
  return { probes, wanted, clauses, averageLength: totals.words / Math.max(1, totals.pages) };
}

/**
 * Returns the query with near words added to every clause that has a single word. Words typed without spaces (`TCP/IP`)
 * become single words.
 */
export async function withNearWords(query: SearchQuery, findNear: IndexReads['findNear']): Promise<SearchQuery> {
  const clauses = query.clauses.flatMap(splitTyped);
  const words = clauses.map((clause, index) => mayBeMisspelt(clause, clauses[index - 1], clauses[index + 1]));
  const asked = words.filter((word) => word !== null);
  const near = asked.length === 0 ? [] : [...(await findNear(asked.map(({ exact }) => exact)))];
  return {
    ...query,
    clauses: clauses.map((clause, index) => {
      const word = words[index];
      return word ? { ...clause, terms: [...clause.terms, ...(near.shift() ?? []).map(toNearTerm(word))] } : clause;
    }),
  };
}

const toNearTerm =
  (typed: QueryWord) =>
  ({ word, likeness }: NearWord): QueryTerm => ({
    words: [{ ...typed, exact: word, stem: stemOf(word) }],
    isExact: false,
    isPrefix: false,
    likeness: likeness * nearShare,
  });

/** Weight of a near word compared with the word itself. */
const nearShare = 0.6;

function splitTyped(clause: QueryClause): QueryClause[] {
  const term = typedTerm(clause);
  if (!term || term.words.length === 1) return [clause];
  const variants = clause.terms.slice(1);
  return term.words.map((word, index) => ({
    ...clause,
    terms: [{ ...term, words: [word], isPrefix: term.isPrefix && index === term.words.length - 1 }, ...variants],
  }));
}
