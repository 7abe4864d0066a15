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
  limit: number;
  offset: number;
};

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
  facets: SearchFacets;
  results: FoundInMaterial[];
  /** Set by the service worker if there was no connection and it searched only offline materials. */
  isOnlyKept?: true;
};

/** Suggestions while typing: subjects of the catalogue by name or code, and titles. */
export type SearchSuggestions = {
  subjects: {
    facultyId: string;
    facultyName: string;
    semesterId: string;
    termName: string;
    subject: string;
    code: string | null;
    slug: string;
    /** Other programmes with a subject of this name; absent if there are none. */
    alsoIn?: string[] | undefined;
  }[];
  materials: Pick<Material, 'id' | 'kind' | 'title' | 'subject' | 'year' | 'yearBs'>[];
};
