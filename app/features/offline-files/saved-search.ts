import type { SearchFindingsAnswer } from '#contract/schemas/answer-types.ts';
import type { FoundPage, SearchRequest } from '#contract/search.ts';
import { searchFilters, type SearchFilter } from '#contract/search-filters.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { materialKinds, type Material } from '#domain/material.ts';
import { withJoinedWords } from '#domain/search/joined-words.ts';
import { makeExcerpt } from '#domain/search/search-excerpt.ts';
import { findHits } from '#domain/search/search-hits.ts';
import {
  chooseFar,
  farWordsOf,
  maxFarWords,
  mayBeMisspelt,
  orderNear,
  slipsOf,
  withCorrections,
  type Correction,
  type NearUse,
} from '#domain/search/near-words.ts';
import { listExcluded, parseSearchQuery, type SearchQuery } from '#domain/search/search-query.ts';
import { splitWords, stemOf } from '#domain/search/search-text.ts';
import type { SavedMaterial, SavedPage } from './saved-database.ts';

/** Maximum number of pages shown for a material. */
const maxPages = 3;
const maxLimit = 50;

/** A word in the title counts like several pages with the word. */
const titleWeight = 6;

type Found = { saved: SavedMaterial; material: Material; score: number; pagesTotal: number; pages: FoundPage[] };

/** Reads the text of a material; one material at a time is in memory. */
type PagesOf = (id: string) => Promise<readonly SavedPage[]>;

/**
 * Searches the offline materials with the same rules as the server: page by page, best page first. If no page has all
 * words, misspelt ones are corrected; if there is still none, finds the pages with most of the words.
 */
export async function searchSaved(
  request: SearchRequest,
  saved: readonly SavedMaterial[],
  pagesOf: PagesOf,
): Promise<SearchFindingsAnswer> {
  const { q } = request;
  const query = parseSearchQuery(q);
  const excluded = listExcluded(q, query);
  const whole = await findAll(query, saved, pagesOf);
  if (whole.all.length > 0 || request.asTyped) return { ...answer(request, whole.all), excluded };
  const corrected = await correctWords(q, query, saved, pagesOf);
  if (corrected !== null) {
    const { all } = await findAll(parseSearchQuery(corrected), saved, pagesOf);
    if (all.length > 0) return { ...answer(request, all), excluded, didYouMean: corrected, isCorrected: true };
  }
  if (whole.most === 0) return { ...answer(request, []), excluded };
  const { all } = await findAll(query, saved, pagesOf, whole.most);
  return { ...answer(request, all), excluded, matched: 'some' };
}

/**
 * Finds the materials with a page that has all required words, or `needed` of them, with those of the title. `most` is the
 * largest number of them that a page has.
 */
async function findAll(
  typed: SearchQuery,
  saved: readonly SavedMaterial[],
  pagesOf: PagesOf,
  needed?: number,
): Promise<{ all: Found[]; most: number }> {
  const query = withJoinedWords(typed);
  const all: Found[] = [];
  let most = 0;
  for (const each of saved) {
    const { found, most: mostHere } = findIn(each, query, await pagesOf(each.id), needed);
    if (found) all.push(found);
    most = Math.max(most, mostHere);
  }
  return { all, most };
}

function answer(request: SearchRequest, all: readonly Found[]): SearchFindingsAnswer {
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

/** Returns the typed text with likely words in place of those that no material has; null if there are none. */
async function correctWords(
  typed: string,
  query: SearchQuery,
  saved: readonly SavedMaterial[],
  pagesOf: PagesOf,
): Promise<string | null> {
  const pagesWith = await countWords(saved, pagesOf);
  const stems = new Set([...pagesWith.keys()].map(stemOf));
  const corrections = query.clauses.flatMap((clause, index): Correction[] => {
    const word = mayBeMisspelt(clause, query.clauses[index - 1], query.clauses[index + 1]);
    if (!word || pagesWith.has(word.exact) || stems.has(word.stem)) return [];
    const [near] = findNear(word.exact, pagesWith);
    return near ? [{ start: word.start, end: word.end, word: near.word }] : [];
  });
  return corrections.length > 0 ? withCorrections(typed, corrections) : null;
}

/** Counts for each word of the offline materials, in its exact form, the pages that have it. */
async function countWords(saved: readonly SavedMaterial[], pagesOf: PagesOf): Promise<ReadonlyMap<string, number>> {
  const pagesWith = new Map<string, number>();
  for (const { id, document } of saved) {
    const texts = (await pagesOf(id)).map(({ text }) => text);
    for (const text of [`${document.title} ${document.subject}`, ...texts])
      for (const word of new Set(splitWords(text).map(({ exact }) => exact)))
        pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  }
  return pagesWith;
}

/** Returns words similar to a word, the likeliest first: one slip away or, if there are none, two in a long word. */
function findNear(word: string, pagesWith: ReadonlyMap<string, number>): NearUse[] {
  const slips = slipsOf(word).flatMap((slip) => {
    const pages = pagesWith.get(slip.word);
    return pages === undefined ? [] : [{ ...slip, pages }];
  });
  if (slips.length > 0) return orderNear(slips);
  const far = farWordsOf(word);
  if (!far) return [];
  const { initial, beginning, ending, least, most } = far;
  const alike = [...pagesWith].filter(
    ([text]) =>
      text.startsWith(initial) &&
      text.length >= least &&
      text.length <= most &&
      (text.startsWith(beginning) || text.endsWith(ending)),
  );
  const frequent = alike.sort(([, one], [, other]) => other - one).slice(0, maxFarWords);
  return orderNear(
    chooseFar(
      word,
      frequent.map(([text, pages]) => ({ word: text, pages })),
    ),
  );
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

/** Returns the material if a page has `needed` of the required clauses, by default all, and the most that a page has. */
function findIn(
  saved: SavedMaterial,
  query: SearchQuery,
  texts: readonly SavedPage[],
  needed?: number,
): { found: Found | null; most: number } {
  const material = materialFromDocument(saved.kind, saved.document);
  const about = [material.title, material.subject, material.year, material.yearBs].filter((part) => part !== null);
  const required = query.clauses.flatMap(({ isOptional }, index) => (isOptional ? [] : [index]));
  const least = needed ?? required.length;
  const inTitle = new Set(findHits(about.join('\n'), query).map(({ clause }) => clause));
  let most = hasExcluded(about.join('\n'), query) ? 0 : required.filter((clause) => inTitle.has(clause)).length;
  const isTitleMatch = most >= least && !hasExcluded(about.join('\n'), query);
  const matching = texts.flatMap((page) => {
    if (hasExcluded(page.text, query)) return [];
    const hits = findHits(page.text, query);
    const clauses = new Set(hits.map(({ clause }) => clause));
    if (clauses.size === 0) return [];
    const count = required.filter((clause) => clauses.has(clause) || inTitle.has(clause)).length;
    most = Math.max(most, count);
    return count >= least ? [{ page, score: clauses.size * 10 + Math.min(hits.length, 10) }] : [];
  });
  if (matching.length === 0 && !isTitleMatch) return { found: null, most };
  matching.sort((one, other) => other.score - one.score || one.page.page - other.page.page);
  const found = {
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
  return { found, most };
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
