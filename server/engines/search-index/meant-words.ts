import type { SearchQuery } from '#domain/search/search-query.ts';
import { stemOf } from '#domain/search/search-text.ts';
import type { IndexReads } from './index-reads.ts';
import { mayBeMisspelt, type ResolvedQuery } from './resolve-query.ts';

/**
 * A much more frequent word that was probably meant instead of the typed one, which a misprint has put into the
 * library.
 */
export type MeantWord = { start: number; end: number; word: string };

/** Minimum length of a typed word that gets this correction. Shorter words are similar to too many others. */
const minMeantLength = 5;
/** Minimum number of pages with the meant word, if the typed word is on a single page. */
const minMeantPages = 3;

/**
 * Returns frequent words that are similar to words of the query which are on one page only. `isFound` returns true if
 * the query with these words finds anything that the caller may read.
 */
export async function findMeantWords(
  query: SearchQuery,
  { resolved }: { resolved: ResolvedQuery },
  reads: Pick<IndexReads, 'findNear'>,
  isFound: (query: SearchQuery) => Promise<boolean>,
): Promise<readonly MeantWord[]> {
  const rare = query.clauses.flatMap((clause, index) => {
    const word = mayBeMisspelt(clause, query.clauses[index - 1], query.clauses[index + 1]);
    const stems = resolved.clauses[index]?.terms[0]?.words[0] ?? [];
    const pages = stems.reduce((sum, stem) => sum + stem.pages + stem.materials, 0);
    return word && pages === 1 && word.exact.length >= minMeantLength ? [word] : [];
  });
  if (rare.length === 0) return [];
  const near = await reads.findNear(rare.map(({ exact }) => exact));
  const meant = rare.flatMap(({ start, end, stem }, index) => {
    const likely = near[index]?.find(({ word, pages }) => pages >= minMeantPages && stemOf(word) !== stem);
    return likely ? [{ start, end, word: likely.word }] : [];
  });
  if (meant.length === 0) return [];
  return (await isFound(replaceWords(query, meant))) ? meant : [];
}

function replaceWords(query: SearchQuery, meant: readonly MeantWord[]): SearchQuery {
  return {
    ...query,
    clauses: query.clauses.map((clause) => {
      const [term] = clause.terms;
      const [typed] = term?.words ?? [];
      const other = meant.find(({ start }) => start === typed?.start);
      if (!term || !typed || !other) return clause;
      const words = [{ ...typed, exact: other.word, stem: stemOf(other.word) }];
      return { ...clause, terms: [{ ...term, words, isPrefix: false }] };
    }),
  };
}
