import type { SearchFindingsAnswer } from '#contract/schemas/answer-types.ts';
import type { FoundPage, SearchRequest } from '#contract/search.ts';
import { searchFilters, type SearchFilter } from '#contract/search-filters.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { materialKinds, type Material } from '#domain/material.ts';
import { withJoinedWords } from '#domain/search/joined-words.ts';
import { makeExcerpt } from '#domain/search/search-excerpt.ts';
import { findHits } from '#domain/search/search-hits.ts';
import { parseSearchQuery, type SearchQuery } from '#domain/search/search-query.ts';
import type { SavedMaterial, SavedPage } from './saved-database.ts';

/** Maximum number of pages shown for a material. */
const maxPages = 3;
const maxLimit = 50;

/** A word in the title counts like several pages with the word. */
const titleWeight = 6;

type Found = { saved: SavedMaterial; material: Material; score: number; pagesTotal: number; pages: FoundPage[] };

/**
 * Searches the offline materials with the same rules as the server: page by page, best page first. `pagesOf` reads the text of a
 * material; one material at a time is in memory.
 */
export async function searchSaved(
  request: SearchRequest,
  saved: readonly SavedMaterial[],
  pagesOf: (id: string) => Promise<readonly SavedPage[]>,
): Promise<SearchFindingsAnswer> {
  const query = withJoinedWords(parseSearchQuery(request.q));
  const all: Found[] = [];
  for (const each of saved) {
    const found = findIn(each, query, await pagesOf(each.id));
    if (found) all.push(found);
  }
  const results = all
    .filter(({ material }) => searchFilters.every((name) => isAdmitted(request, name, material)))
    .sort((one, other) => other.score - one.score || other.material.sequence - one.material.sequence);
  return {
    total: results.length,
    matched: 'all',
    didYouMean: null,
    isCorrected: false,
    excluded: [],
    facets: countFacets(request, all),
    results: results
      .slice(request.offset, request.offset + request.limit)
      .map(({ saved: { kind, document }, pagesTotal, pages }) => ({ kind, document, pagesTotal, pages })),
  };
}

/** Parses the address of a search request; supports only the parameters that our pages write. */
export function readSearchRequest(query: URLSearchParams): SearchRequest {
  const numbers = (name: string) => query.getAll(name).map(Number);
  return {
    q: query.get('q') ?? '',
    kind: materialKinds.filter((kind) => query.getAll('kind').includes(kind)),
    facultyId: query.getAll('facultyId'),
    semesterId: query.getAll('semesterId'),
    subject: query.getAll('subject'),
    year: numbers('year'),
    yearBs: numbers('yearBs'),
    asTyped: query.get('asTyped') === 'true',
    limit: Math.min(Number(query.get('limit') ?? 10), maxLimit),
    offset: Number(query.get('offset') ?? 0),
  };
}

function findIn(saved: SavedMaterial, query: SearchQuery, texts: readonly SavedPage[]): Found | null {
  const material = materialFromDocument(saved.kind, saved.document);
  const about = [material.title, material.subject, material.year, material.yearBs].filter((part) => part !== null);
  const required = query.clauses.flatMap(({ isOptional }, index) => (isOptional ? [] : [index]));
  const inTitle = new Set(findHits(about.join('\n'), query).map(({ clause }) => clause));
  const matching = texts.flatMap((page) => {
    if (hasExcluded(page.text, query)) return [];
    const hits = findHits(page.text, query);
    const clauses = new Set(hits.map(({ clause }) => clause));
    const isMatch = clauses.size > 0 && required.every((clause) => clauses.has(clause) || inTitle.has(clause));
    return isMatch ? [{ page, score: clauses.size * 10 + Math.min(hits.length, 10) }] : [];
  });
  const isTitleMatch = required.every((clause) => inTitle.has(clause)) && !hasExcluded(about.join('\n'), query);
  if (matching.length === 0 && !isTitleMatch) return null;
  matching.sort((one, other) => other.score - one.score || one.page.page - other.page.page);
  return {
    saved,
    material,
    score: (matching[0]?.score ?? 0) + inTitle.size * titleWeight,
    pagesTotal: matching.length,
    pages: matching.slice(0, maxPages).map(({ page: { page, source, text } }) => ({
      page,
      source,
      excerpt: makeExcerpt(text, query),
    })),
  };
}

function hasExcluded(text: string, { excluded }: SearchQuery): boolean {
  if (excluded.length === 0) return false;
  const clauses = excluded.map((term) => ({ terms: [term], isOptional: false }));
  return findHits(text, { clauses, excluded: [] }).length > 0;
}

function isAdmitted(request: SearchRequest, name: SearchFilter, material: Material): boolean {
  const admitted: readonly (string | number)[] = request[name];
  const value = material[name];
  return admitted.length === 0 || (value !== null && admitted.includes(value));
}

/** Counts for each facet the results with all filters except its own. */
function countFacets(request: SearchRequest, all: readonly Found[]): SearchFindingsAnswer['facets'] {
  const facets = Object.fromEntries(
    searchFilters.map((name) => {
      const counts = new Map<string | number, number>();
      for (const { material } of all) {
        const value = material[name];
        if (value === null || !searchFilters.every((other) => other === name || isAdmitted(request, other, material)))
          continue;
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [
        name,
        [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count),
      ];
    }),
  );
  return facets as SearchFindingsAnswer['facets'];
}
