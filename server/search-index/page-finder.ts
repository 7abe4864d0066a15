import { LRUCache } from 'lru-cache';
import type { StatementSync } from 'node:sqlite';
import type { SearchQuery } from '#domain/search-query.ts';
import type { IndexVocabulary } from './index-vocabulary.ts';
import type { createMaterialFacts, MaterialFacts } from './material-facts.ts';
import { isMaterial, sequenceOf, sequencesOf, type Keys } from './page-keys.ts';
import { createPhraseCheck, maxVerified } from './phrase-check.ts';
import { resolveQuery, withNearWords, type ResolvedQuery } from './resolve-query.ts';
import type { IndexRequest } from './search-index.ts';
import { writeMatch } from './write-match.ts';

/** If nothing has all words, rare words are looked up one by one; those on more pages than this only first. */
const maxPagesOfWord = 5000;
const maxWordsLookedUp = 12;
/** Of what the words of the best page say, so much must a page have to be found with it. */
const leastOfMost = 0.6;

/** Keys that are kept for the next search, 8 bytes each: 16 MB. */
const maxKeysKnown = 2_000_000;

/** Pages that answer a query and may be read, and their materials. */
export type FoundKeys = {
  resolved: ResolvedQuery;
  keys: Keys;
  materials: ReadonlyMap<number, MaterialFacts>;
  matched: 'all' | 'some';
};

/**
 * Finds the pages that answer a query: those with all words; else with near words in the place of some; else with most of
 * them. `check` throws when the search is aborted.
 */
export function createPageFinder(parts: {
  prepare: (sql: string) => StatementSync;
  vocabulary: IndexVocabulary;
  lookUp: ReturnType<typeof createMaterialFacts>;
  check: () => void;
}) {
  const { prepare, vocabulary, lookUp, check } = parts;
  const phrases = createPhraseCheck({ ...parts, findKeys });

  const known = new LRUCache<string, number[]>({ maxSize: maxKeysKnown, sizeCalculation: (keys) => keys.length + 1 });
  let knownVersion: unknown = null;

  /** Keys of the pages with these terms. They are used again until the index changes. */
  function findKeys(match: string | null): Keys {
    if (match === null) return [];
    const version = prepare('pragma data_version').get()?.['data_version'];
    if (version !== knownVersion) known.clear();
    knownVersion = version;
    const before = known.get(match);
    if (before) return before;
    check();
    const row = prepare('select json_group_array(rowid) as keys from terms where terms match ?').get(match);
    const keys = JSON.parse(String(row?.['keys'])) as number[];
    known.set(match, keys);
    return keys;
  }

  /** What the caller may read of the pages. */
  function visible(keys: Keys, { readers, revision }: IndexRequest) {
    const materials = lookUp(sequencesOf(keys), readers, revision);
    if (materials.isComplete) return { keys, materials: materials.found };
    const kept = keys.filter((key) => {
      const facts = materials.found.get(sequenceOf(key));
      return facts && (!facts.isTextHidden || isMaterial(key));
    });
    return { keys: kept, materials: ofKeys(kept, materials.found) };
  }

  /** The pages with all required clauses that the caller may read. */
  function findAll(query: SearchQuery, request: IndexRequest): FoundKeys {
    const resolved = resolveQuery(query, vocabulary);
    const match = writeMatch(resolved.required, resolved.excluded);
    const { keys, materials } = visible(findKeys(match), request);
    const kept = phrases.drop(phrases.keep(keys, resolved.required), match, resolved.excluded);
    const own = kept === keys ? materials : ofKeys(kept, materials);
    return { resolved, matched: 'all', keys: kept, materials: own };
  }

  /** The pages that have most of the words, by how much the words say. */
  function findMost(resolved: ResolvedQuery, request: IndexRequest): FoundKeys {
    const { excluded } = resolved;
    const usable = resolved.clauses
      .filter(({ clause, pages }) => pages > 0 && !clause.isOptional)
      .sort((one, other) => other.rarity - one.rarity)
      .slice(0, maxWordsLookedUp);
    const values = new Map<number, number>();
    for (const clause of usable) {
      if (values.size > 0 && clause.pages > maxPagesOfWord) break;
      const match = writeMatch([clause], excluded);
      const having = findKeys(match).slice(-maxVerified);
      for (const key of phrases.drop(phrases.keep(having, [clause]), match, excluded))
        values.set(key, (values.get(key) ?? 0) + clause.rarity);
    }
    const { keys, materials } = visible(
      [...values.keys()].sort((one, other) => one - other),
      request,
    );
    const most = keys.reduce((best, key) => Math.max(best, values.get(key) ?? 0), 0);
    const kept = keys.filter((key) => (values.get(key) ?? 0) >= most * leastOfMost);
    return { resolved, keys: kept, materials: ofKeys(kept, materials), matched: 'some' };
  }

  function find(request: IndexRequest): FoundKeys {
    const all = findAll(request.query, request);
    if (all.keys.length > 0 || all.resolved.required.length === 0) return all;
    const corrected = findAll(withNearWords(request.query, vocabulary), request);
    if (corrected.keys.length > 0) return corrected;
    const most = findMost(corrected.resolved, request);
    return most.keys.length > 0 ? most : all;
  }

  return { find, findKeys };
}

function ofKeys(keys: Keys, materials: ReadonlyMap<number, MaterialFacts>): Map<number, MaterialFacts> {
  const found = new Map<number, MaterialFacts>();
  for (const sequence of sequencesOf(keys)) {
    const facts = materials.get(sequence);
    if (facts) found.set(sequence, facts);
  }
  return found;
}
