import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '#domain/search/search-query.ts';
import type { IndexVocabulary } from './index-vocabulary.ts';
import type { FoundFacts } from './material-facts.ts';
import type { NearUse } from '#domain/search/near-words.ts';
import type { Keys } from './page-keys.ts';
import type { IndexRequest } from './search-index.ts';

/** Synchronous on SQLite, asynchronous on PostgreSQL. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * The reads of an index and of the records that one search needs. All other code is the same for every engine
 * (find-pages.ts).
 */
export interface IndexReads {
  /** Returns the numbers and counts of the words of a query. */
  openVocabulary(query: SearchQuery): Awaitable<IndexVocabulary>;
  /** Returns, for each of these folded words, the similar words of the index, the likeliest first. */
  findNear(words: readonly string[]): Awaitable<readonly (readonly NearUse[])[]>;
  /** Returns the number of pages with each of these folded words; leaves out words that are on no page. */
  countWords(words: readonly string[]): Awaitable<ReadonlyMap<string, number>>;
  /** Returns, ascending, the keys of the pages that match an expression of write-match.ts. Returns none for null. */
  findKeys(match: string | null): Awaitable<Keys>;
  /** Calls `visit` for each of these pages that is in the index, with its words (word-stream.ts). */
  readStreams(keys: Keys, visit: (key: number, words: Uint8Array) => void): Awaitable<void>;
  /** Returns the word of this number. */
  nameWord(id: number): Awaitable<string | null>;
  /** Returns those of the materials that the caller may read at this moment. */
  lookUp(sequences: readonly number[], request: Pick<IndexRequest, 'readers' | 'revision'>): Awaitable<FoundFacts>;
}

/** Maximum number of keys cached for the next search. At 8 bytes each, 16 MB. */
const maxKeysKnown = 2_000_000;

/** Caches the keys of found pages, by expression, until the index changes. */
export function createKnownKeys() {
  const known = new LRUCache<string, number[]>({ maxSize: maxKeysKnown, sizeCalculation: (keys) => keys.length + 1 });
  let knownVersion: unknown = null;
  return {
    /** Returns the cached keys. `version` differs after every change of the index. */
    get(match: string, version: unknown): number[] | undefined {
      if (version !== knownVersion) known.clear();
      knownVersion = version;
      return known.get(match);
    },
    set(match: string, keys: number[]): void {
      known.set(match, keys);
    },
  };
}
