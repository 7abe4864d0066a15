import type { SearchFacets, SearchRequest } from '#contract/search.ts';
import type { Correction } from '#domain/search/near-words.ts';
import type { ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { SearchQuery } from '#domain/search/search-query.ts';
import type { Readers } from '#server/engines/database/database.ts';

/**
 * The port to the index of words: which pages have which words. All of it is derived from materials and texts, and can
 * be rebuilt at any time. No result, count, facet or correction contains materials that the caller may not read at the
 * moment of the search, because an engine looks the materials up in their database. Every adapter passes
 * `search-index.suite.ts`.
 */
export interface SearchIndex {
  /** True if other nodes write and search the same index. */
  readonly isShared: boolean;
  /**
   * Returns, for a shared index, a text that changes whenever any node changes the index or the records that it looks
   * up. For any other index, returns a constant: only this process changes it.
   */
  edition(): Promise<string>;
  /**
   * Reserves the material with this id, so that no other node indexes it until it is released. Returns null if another
   * node has it; the claim of a node that died expires.
   */
  claim(id: string): Promise<IndexClaim | null>;
  /**
   * Begins a material, or updates its data. Until `finish`, the material is found, but listed as unfinished. If the
   * file (`sha256`) has changed, the material's pages are removed.
   */
  begin(material: IndexedMaterial): Promise<void>;
  /** Stores the words of pages; pages with unchanged text are skipped. An empty text removes a page. */
  putPages(sequence: number, pages: readonly IndexedPage[]): Promise<void>;
  /** Marks a material as complete in the index, as of this version of its text. Removes pages after the last one. */
  finish(sequence: number, upTo: { textVersion: number; updatedAt: string; lastPage: number }): Promise<void>;
  remove(sequence: number): Promise<void>;
  /** Lists the materials in the index, in order of sequence. */
  list(page: { after: number; limit: number }): Promise<IndexState[]>;
  /** Returns the ids of the materials with a file of this digest. */
  idsOf(sha256: string): Promise<string[]>;
  /** Returns the number of materials, pages and words in the index. */
  count(): Promise<{ materials: number; pages: number; words: number }>;
  find(request: IndexRequest): Promise<IndexFindings>;
  /** Returns excerpts of texts with the words of the query marked, outside the server's own thread. */
  excerpt(texts: readonly string[], query: SearchQuery): Promise<ExcerptPiece[][]>;
  /**
   * Begins another index next to the current one, which is still searched and written. Throws if another has already
   * begun.
   */
  rebuild(): Promise<Rebuild>;
  /** Calls `listener` when the index was lost and is empty: everything has to be indexed again. */
  onRemade(listener: () => void): void;
  close(): Promise<void>;
}

export type IndexClaim = { release(): Promise<void> };

/** The functions that write an index: the current one, or one that is being built. */
export type IndexWriter = Pick<SearchIndex, 'begin' | 'putPages' | 'finish' | 'remove' | 'list'>;

/** An index that is being built next to the current one. */
export type Rebuild = IndexWriter & {
  /** Replaces the current index by this one in one step. */
  complete(): Promise<void>;
  abandon(): Promise<void>;
};

/** The indexed data of a material itself. The weight of a text applies to each word in it. */
export type IndexedMaterial = {
  sequence: number;
  id: string;
  /** The digest of the material's file. */
  sha256: string;
  /** Title, subject, subject code, programme, year and kind: found without any page, and together with words of pages. */
  texts: readonly { text: string; weight: number }[];
};

/** A page counts from 1. */
export type IndexedPage = { page: number; text: string };

/** State of a material in the index. `textVersion` and `updatedAt` are null while it is not finished. */
export type IndexState = {
  sequence: number;
  id: string;
  sha256: string;
  textVersion: number | null;
  updatedAt: string | null;
};

export type IndexRequest = Omit<SearchRequest, 'q'> & {
  query: SearchQuery;
  readers: Readers;
  /** Text that changes whenever materials change (changes.ts): cached data about materials is valid until then. */
  revision: string;
  /** Sequences of materials whose indexed pages belong to a replaced file: those pages are not found. */
  replaced: readonly number[];
};

export type IndexFindings = {
  total: number;
  matched: 'all' | 'some';
  facets: SearchFacets;
  /** The best pages first, at most three. */
  materials: { id: string; sequence: number; pagesTotal: number; pages: number[] }[];
  /** The query with corrections in place of misspelt words, for marking. */
  query: SearchQuery;
  /** The corrected words, with their positions in the typed text. Empty if no word was misspelt. */
  corrections: Correction[];
  /** True if the pages have the corrected words, not the typed ones. */
  isCorrected: boolean;
};
