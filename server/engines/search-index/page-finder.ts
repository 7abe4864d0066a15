import { withJoinedWords } from '#domain/search/joined-words.ts';
import { mayBeMisspelt } from '#domain/search/near-words.ts';
import type { SearchQuery } from '#domain/search/search-query.ts';
import { stemOf } from '#domain/search/search-text.ts';
import type { IndexReads } from './index-reads.ts';
import type { MaterialFacts } from './material-facts.ts';
import { isMaterial, sequenceOf, sequencesOf, type Keys } from './page-keys.ts';
import { createPhraseCheck, maxVerified } from './phrase-check.ts';
import { resolveQuery, withNearWords, type ResolvedQuery } from './resolve-query.ts';
import type { IndexRequest } from './search-index.ts';
import { withSplitWords, withWordsApart } from './split-words.ts';
import { writeMatch } from './write-match.ts';

/**
 * A much more frequent word that was probably meant instead of the typed one, which a misprint has put into the
 * library.
 */
type MeantWord = { start: number; end: number; word: string };

/** Minimum length of a typed word that gets this correction. Shorter words are similar to too many others. */
const minMeantLength = 5;
/** Minimum number of pages with the meant word, if the typed word is on a single page. */
const minMeantPages = 3;

/**
 * Returns frequent words that are similar to words of the query which are on one page only. `isFound` returns true if
 * the query with these words finds anything that the caller may read.
 */
async function findMeantWords(
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

/**
 * Maximum number of pages of a rare word: if no page has all words, rare words are looked up one by one, and more
 * frequent ones only first.
 */
const maxPagesOfWord = 5000;
const maxWordsLookedUp = 12;
/** Minimum total weight of words on a page, as a fraction of the best page's, for it to be found as well. */
const leastOfMost = 0.6;

/** Pages that match a query and may be read, with their materials. */
export type FoundKeys = {
  /** The words that the user probably meant, though the typed ones were found. */
  meant?: readonly MeantWord[];
  resolved: ResolvedQuery;
  keys: Keys;
  materials: ReadonlyMap<number, MaterialFacts>;
  matched: 'all' | 'some';
};

/**
 * Finds the pages that match a query: pages with all words; if there are none, pages with near words in place of some;
 * if there are none either, pages with most of the words. A search as typed has no near words.
 */
export function createPageFinder(reads: IndexReads): (request: IndexRequest) => Promise<FoundKeys> {
  const phrases = createPhraseCheck(reads);

  /** Returns those of the pages that the caller may read. */
  async function visible(keys: Keys, request: IndexRequest) {
    const materials = await reads.lookUp(sequencesOf(keys), request);
    if (materials.isComplete && request.replaced.length === 0) return { keys, materials: materials.found };
    const replaced = new Set(request.replaced);
    const remaining = keys.filter((key) => {
      const sequence = sequenceOf(key);
      const facts = materials.found.get(sequence);
      return facts && (isMaterial(key) || (!facts.isTextHidden && !replaced.has(sequence)));
    });
    return { keys: remaining, materials: ofKeys(remaining, materials.found) };
  }

  /** Returns the pages with all required clauses that the caller may read. */
  async function findAll(query: SearchQuery, request: IndexRequest): Promise<FoundKeys> {
    const resolved = resolveQuery(query, await reads.openVocabulary(query));
    const match = writeMatch(resolved.required, resolved.excluded);
    const { keys, materials } = await visible(await reads.findKeys(match), request);
    const whole = await phrases.keep(keys, resolved.required, resolved.excluded);
    const remaining = await phrases.drop(whole, match, resolved.excluded);
    const own = remaining === keys ? materials : ofKeys(remaining, materials);
    return { resolved, matched: 'all', keys: remaining, materials: own };
  }

  /** Returns the pages that have most of the words, by their weight. */
  async function findMost(resolved: ResolvedQuery, request: IndexRequest): Promise<FoundKeys> {
    const { excluded } = resolved;
    const usable = resolved.clauses
      .filter(({ clause, pages }) => pages > 0 && !clause.isOptional)
      .sort((one, other) => other.rarity - one.rarity)
      .slice(0, maxWordsLookedUp);
    const values = new Map<number, number>();
    for (const clause of usable) {
      if (values.size > 0 && clause.pages > maxPagesOfWord) break;
      const match = writeMatch([clause], excluded);
      const having = (await reads.findKeys(match)).slice(-maxVerified);
      const whole = await phrases.keep(having, [clause], excluded);
      for (const key of await phrases.drop(whole, match, excluded))
        values.set(key, (values.get(key) ?? 0) + clause.rarity);
    }
    const { keys, materials } = await visible(
      [...values.keys()].sort((one, other) => one - other),
      request,
    );
    const most = keys.reduce((best, key) => Math.max(best, values.get(key) ?? 0), 0);
    const remaining = keys.filter((key) => (values.get(key) ?? 0) >= most * leastOfMost);
    return { resolved, keys: remaining, materials: ofKeys(remaining, materials), matched: 'some' };
  }

  return async (request) => {
    const query = await withSplitWords(withJoinedWords(request.query), reads.countWords);
    const all = await findAll(query, request);
    const isFound = async (other: SearchQuery) => (await findAll(other, request)).keys.length > 0;
    if (request.asTyped) {
      const some = all.keys.length > 0 ? all : await findMost(all.resolved, request);
      return some.keys.length > 0 ? some : all;
    }
    if (all.keys.length > 0) return { ...all, meant: await findMeantWords(query, all, reads, isFound) };
    if (all.resolved.required.length === 0) return all;
    const corrected = await findAll(await withNearWords(query, reads.findNear), request);
    if (corrected.keys.length > 0) return corrected;
    const apart = await withWordsApart(query, reads.countWords);
    if (apart) {
      const found = await findAll(await withNearWords(apart, reads.findNear), request);
      if (found.keys.length > 0) return found;
    }
    const most = await findMost(corrected.resolved, request);
    return most.keys.length > 0 ? most : all;
  };
}

function ofKeys(keys: Keys, materials: ReadonlyMap<number, MaterialFacts>): Map<number, MaterialFacts> {
  const found = new Map<number, MaterialFacts>();
  for (const sequence of sequencesOf(keys)) {
    const facts = materials.get(sequence);
    if (facts) found.set(sequence, facts);
  }
  return found;
}
