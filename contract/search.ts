import type { Material, MaterialKind } from '#domain/material.ts';

/** Number of materials in one part of the page of results. */
export const resultPartSize = 20;

/** A full-text search: the typed text, and the filters. An empty filter admits every value. */
export type SearchRequest = {
  q: string;
  kind: readonly MaterialKind[];
  facultyId: readonly string[];
  semesterId: readonly string[];
  subject: readonly string[];
  year: readonly number[];
  yearBs: readonly number[];
  /** True to search for the words as they are: without corrections, and without reading them as names or filters. */
  asTyped: boolean;
  limit: number;
  offset: number;
};

/** The filters of a search that words of the typed text can stand for. */
export type WordFilters = Pick<SearchRequest, 'kind' | 'facultyId' | 'semesterId' | 'year' | 'yearBs'>;

/** Source of the text of a page: the PDF itself, optical character recognition, or an HTML document. */
export const pageSources = ['text', 'ocr', 'html'] as const;
export type PageSource = (typeof pageSources)[number];

/** A piece of an excerpt; pieces that are search terms are hits. Joined, the pieces are the excerpt's text. */
export type ExcerptPiece = { text: string; isHit: boolean };

/** A matching page. `page` counts from 1; it is 1 for HTML. */
export type FoundPage = { page: number; source: PageSource; excerpt: ExcerptPiece[] };

/**
 * A matching material. `pagesTotal` is the number of its matching pages. `pages` has the best of them, best first; it
 * is empty if only title, subject, faculty or year matches.
 */
export type FoundInMaterial = { material: Material; pagesTotal: number; pages: FoundPage[] };

/** Numbers of found materials with each value, most first. */
export type FacetCount<Value> = { value: Value; count: number };

export type SearchFacets = {
  kind: FacetCount<MaterialKind>[];
  facultyId: FacetCount<string>[];
  semesterId: FacetCount<string>[];
  subject: FacetCount<string>[];
  year: FacetCount<number>[];
  yearBs: FacetCount<number>[];
};

/**
 * The results of a search: materials in order of their best page. A facet counts the results with all filters except the filter
 * of its own name.
 */
export type SearchFindings = {
  /** Number of materials found. */
  total: number;
  /** `some` if no material has all the words: the results are then those with the most of them. */
  matched: 'all' | 'some';
  /** The query with its misspelt words corrected, or null. */
  didYouMean: string | null;
  /** True if the results are those of `didYouMean`, because no page has the words as typed. */
  isCorrected: boolean;
  /** The words that results must not have (`-heap`), each with the query that allows it. */
  excluded: { text: string; q: string }[];
  facets: SearchFacets;
  results: FoundInMaterial[];
  /** Absent if the text was searched as typed, or offline. */
  understood?: UnderstoodSearch | undefined;
  /** Set by the service worker if there was no connection and it searched only offline materials. */
  isOnlyKept?: true;
};

/** A subject of the catalogue, with the names to display and the slug for links. */
export type CatalogueSubject = {
  facultyId: string;
  facultyName: string;
  semesterId: string;
  termName: string;
  subject: string;
  code: string | null;
  slug: string;
  /** Other programmes with a subject of this name; absent if there are none. */
  alsoIn?: string[] | undefined;
};

/** A programme of the catalogue or, if `semesterId` is not null, one of its terms. */
export type NamedTerm = {
  facultyId: string;
  facultyName: string;
  semesterId: string | null;
  termName: string | null;
};

/** The words and filters that are searched instead of the typed text. */
export type SearchInstead = WordFilters & Pick<SearchRequest, 'q' | 'subject'>;

/**
 * The meaning of the typed text by the catalogue. `subjects` and `terms` are those that it names. `applied` has the words
 * and filters that were searched instead of the text (`bca os 2079`); null if it was searched as it is.
 */
export type UnderstoodSearch = {
  subjects: (CatalogueSubject & { totals: Record<MaterialKind, number> })[];
  terms: NamedTerm[];
  applied: SearchInstead | null;
};

/** Suggestions while typing: subjects of the catalogue by name or code, and titles. */
export type SearchSuggestions = {
  subjects: CatalogueSubject[];
  materials: Pick<Material, 'id' | 'kind' | 'title' | 'subject' | 'year' | 'yearBs'>[];
};
