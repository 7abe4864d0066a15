import type { SearchFacets, SearchRequest } from '#contract/search.ts';
import type { ExcerptPiece } from '#domain/search-excerpt.ts';
import type { SearchQuery } from '#domain/search-query.ts';
import type { Readers } from '#server/database/database.ts';

/**
 * The port to the index of words: which pages have which words. All of it is derived from materials and texts, and can
 * be made again at any time. What a caller may not read is in no answer, count, facet or correction, at the moment of the
 * search, because an engine looks it up in the database of materials. Every adapter passes `search-index.suite.ts`.
 */
export interface SearchIndex {
  /** Whether other nodes write and search the same index. */
  readonly isShared: boolean;
  /**
   * Of an index that is shared, another text after every change of it, and of the records that it looks up, by whichever
   * node. Of any other, always the same: who changes it knows.
   */
  edition(): Promise<string>;
  /**
   * Lets this node alone index the material with this id until it is released. Null while another node does; a claim of a
   * node that died ends by itself.
   */
  claim(id: string): Promise<IndexClaim | null>;
  /**
   * Begins a material, or changes what is known of it. Until `finish` it is found, but listed as unfinished. A material
   * that gets another file (`sha256`) loses its pages.
   */
  begin(material: IndexedMaterial): Promise<void>;
  /** Stores the words of pages; pages whose text is as before are left alone. An empty text removes a page. */
  putPages(sequence: number, pages: readonly IndexedPage[]): Promise<void>;
  /** Notes that all of a material is in the index, as of this version of its text; removes pages after the last. */
  finish(sequence: number, upTo: { textVersion: number; updatedAt: string; lastPage: number }): Promise<void>;
  remove(sequence: number): Promise<void>;
  /** What the index has, in order of sequence. */
  list(page: { after: number; limit: number }): Promise<IndexState[]>;
  /** The ids of the materials with a file of this digest. */
  idsOf(sha256: string): Promise<string[]>;
  /** Materials, pages and words in the index. */
  count(): Promise<{ materials: number; pages: number; words: number }>;
  find(request: IndexRequest): Promise<IndexFindings>;
  /** Excerpts of texts with the words of the query marked, outside the server's own thread. */
  excerpt(texts: readonly string[], query: SearchQuery): Promise<ExcerptPiece[][]>;
  /** Begins another index beside this one, which goes on being searched and written. Throws if one has been begun. */
  rebuild(): Promise<Rebuild>;
  /** Calls `listener` when the index was lost and is empty: everything has to be indexed again. */
  onRemade(listener: () => void): void;
  close(): Promise<void>;
}

export type IndexClaim = { release(): Promise<void> };

/** What writes an index: the current one, or the one that is being made. */
export type IndexWriter = Pick<SearchIndex, 'begin' | 'putPages' | 'finish' | 'remove' | 'list'>;

/** An index that is being made beside the current one. */
export type Rebuild = IndexWriter & {
  /** Puts it in the place of the current one in one step. */
  complete(): Promise<void>;
  abandon(): Promise<void>;
};

/** What is indexed of a material itself: of each text the weight says how much a word in it counts. */
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
  /** Another text after every change of materials (changes.ts): what is known of them is reused until then. */
  revision: string;
  /** Sequences of materials whose indexed pages are of a file that was replaced: those pages are not found. */
  replaced: readonly number[];
};

export type IndexFindings = {
  total: number;
  matched: 'all' | 'some';
  facets: SearchFacets;
  /** The best pages first, at most three. */
  materials: { id: string; sequence: number; pagesTotal: number; pages: number[] }[];
  /** The query with what was searched for instead of misspelt words, for marking. */
  query: SearchQuery;
  /** Places in what was typed, and the words that should be there. Empty if nothing was misspelt. */
  corrections: { start: number; end: number; word: string }[];
};
