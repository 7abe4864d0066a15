import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '#domain/search/search-query.ts';
import type { IndexVocabulary } from './index-vocabulary.ts';
import type { FoundFacts } from './material-facts.ts';
import type { NearUse } from './near-words.ts';
import type { Keys } from './page-keys.ts';
import type { IndexRequest } from './search-index.ts';

/** Synchronous on SQLite, asynchronous on PostgreSQL. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * The reads of an index and of the records for one search. Everything else is the same on every engine (find-pages.ts).
 */
export interface IndexReads {
  /** Returns the numbers and counts of the words of a query. */
  openVocabulary(query: SearchQuery): Awaitable<IndexVocabulary>;
  /** Returns for each of these folded words the similar words of the index, the likeliest first. */
  findNear(words: readonly string[]): Awaitable<readonly (readonly NearUse[])[]>;
  /** Returns the number of pages with each of these folded words; nothing for words that are on none. */
  countWords(words: readonly string[]): Awaitable<ReadonlyMap<string, number>>;
  /** Returns the keys of the pages that an expression of write-match.ts matches, ascending. None for null. */
  findKeys(match: string | null): Awaitable<Keys>;
  /** Calls `visit` with the words of each of the pages that is in the index (word-stream.ts). */
  readStreams(keys: Keys, visit: (key: number, words: Uint8Array) => void): Awaitable<void>;
  /** Returns the word of this number. */
  nameWord(id: number): Awaitable<string | null>;
  /** Returns those of the materials that the caller may read at this moment. */
  lookUp(sequences: readonly number[], request: Pick<IndexRequest, 'readers' | 'revision'>): Awaitable<FoundFacts>;
}

/** Keys that are cached for the next search, 8 bytes each: 16 MB. */
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
