import type { SearchFacets, SearchRequest } from '#contract/search.ts';
import type { ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { SearchQuery } from '#domain/search/search-query.ts';
import type { Readers } from '#server/engines/database/database.ts';

/**
 * The port to the index of words: which pages have which words. All of it is derived from materials and texts, and can be
 * rebuilt at any time. Materials that a caller may not read are in no result, count, facet or correction, at the moment
 * of the search, because an engine looks them up in the database of materials. Every adapter passes
 * `search-index.suite.ts`.
 */
export interface SearchIndex {
  /** True if other nodes write and search the same index. */
  readonly isShared: boolean;
  /**
   * Returns, for a shared index, a text that differs after every change of it, and of the records that it looks up, by
   * any node. For any other index, always the same: the process that changes it knows.
   */
  edition(): Promise<string>;
  /**
   * Lets this node alone index the material with this id until it is released. Null while another node does; a claim of a
   * node that died expires.
   */
  claim(id: string): Promise<IndexClaim | null>;
  /**
   * Begins a material, or updates its data. Until `finish` it is found, but listed as unfinished. A material that gets
   * another file (`sha256`) loses its pages.
   */
  begin(material: IndexedMaterial): Promise<void>;
  /** Stores the words of pages; pages with unchanged text are skipped. An empty text removes a page. */
  putPages(sequence: number, pages: readonly IndexedPage[]): Promise<void>;
  /** Marks a material as complete in the index, as of this version of its text; removes pages after the last. */
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
  /** Begins another index next to this one, which is still searched and written. Throws if one has been begun. */
  rebuild(): Promise<Rebuild>;
  /** Calls `listener` when the index was lost and is empty: everything has to be indexed again. */
  onRemade(listener: () => void): void;
  close(): Promise<void>;
}

export type IndexClaim = { release(): Promise<void> };

/** The functions that write an index: the current one, or the one that is being built. */
export type IndexWriter = Pick<SearchIndex, 'begin' | 'putPages' | 'finish' | 'remove' | 'list'>;

/** An index that is being built next to the current one. */
export type Rebuild = IndexWriter & {
  /** Replaces the current index in one step. */
  complete(): Promise<void>;
  abandon(): Promise<void>;
};

/** The indexed data of a material itself. The weight of a text is the weight of each word in it. */
export type IndexedMaterial = {
  sequence: number;
  id: string;
  /** The digest of its file. */
  sha256: string;
  /** Title, subject, subject code, programme, year and kind: found without any page, and together with words of pages. */
  texts: readonly { text: string; weight: number }[];
};

/** A page counts from 1. */
export type IndexedPage = { page: number; text: string };

/** `textVersion` and `updatedAt` are null while it is not finished. */
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
  /** Differs after every change of materials (changes.ts): cached data about them is reused until then. */
  revision: string;
  /** Sequences of materials whose indexed pages are of a replaced file: those pages are not found. */
  replaced: readonly number[];
};

export type IndexFindings = {
  total: number;
  matched: 'all' | 'some';
  facets: SearchFacets;
  /** The best pages first, at most three. */
  materials: { id: string; sequence: number; pagesTotal: number; pages: number[] }[];
  /** The query with corrections instead of misspelt words, for marking. */
  query: SearchQuery;
  /** Positions in the typed text, and the corrected words. Empty if nothing was misspelt. */
  corrections: { start: number; end: number; word: string }[];
};
