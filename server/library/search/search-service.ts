import { LRUCache } from 'lru-cache';
import { readersFor } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type {
  CatalogueSubject,
  SearchFindings,
  SearchRequest,
  SearchSuggestions,
  UnderstoodSearch,
} from '#contract/search.ts';
import type { Actor } from '#domain/account.ts';
import type { CataloguePlace } from '#domain/catalogue.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import type { Changes } from '#server/library/changes.ts';
import type { MaterialRecords, Readers } from '#server/engines/database/database.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { createFindWords } from './find-words.ts';
import type { IndexKeeper } from './index-keeper.ts';
import type { Suggest } from './suggest.ts';
import type { Understand } from './understand.ts';

/** Full-text search. Finds only materials that the actor may read. */
export interface SearchService {
  /**
   * Searches. Throws Problem `general_argument_invalid` for a query that is too long, and
   * `general_service_unavailable`.
   */
  search(actor: Actor, request: SearchRequest): Promise<SearchFindings>;
  suggest(actor: Actor, q: string): Promise<SearchSuggestions>;
}

/**
 * Maximum number of results that are cached until the library or the index changes, about 10 kB each, for queries that
 * many people type at the same time. This is the only cache of searches, for pages and for the API.
 */
const maxCached = 300;

/** Maximum number of subjects that a search names, and of faculties whose materials are counted for them. */
const maxNamedSubjects = 6;
const maxCountedFaculties = 12;

export function createSearchService(parts: {
  index: SearchIndex;
  keeper: Pick<IndexKeeper, 'edition' | 'replaced'>;
  materials: Pick<MaterialRecords, 'findSome' | 'count'>;
  texts: Pick<Texts, 'readSome'>;
  changes: Pick<Changes, 'revision'>;
  suggest: Suggest;
  understand: Understand;
}): SearchService {
  const { index, keeper, materials, changes, suggest, understand } = parts;
  const findWords = createFindWords(parts);
  const cache = new LRUCache<string, Promise<SearchFindings>>({ max: maxCached });

  /**
   * Searches for what the text means by the catalogue. If that has no materials, or if the text means nothing, searches
   * for its words.
   */
  async function find(request: SearchRequest, readers: Readers, revision: string): Promise<SearchFindings> {
    if (request.asTyped) return findWords(request, readers, revision);
    const { subjects, terms, applied, instead } = understand(request);
    const counted = await countSubjects(materials, subjects, readers);
    // The name of a subject is not corrected: `toc` does not mean `toe`.
    const asTyped = counted.length > 0;
    const search = async (meant: UnderstoodSearch['applied']) => ({
      ...(await findWords({ ...request, ...meant, asTyped }, readers, revision)),
      understood: { subjects: counted, terms: [...terms], applied: meant },
    });
    const first = await search(applied);
    const isFound = first.total > 0 && first.matched === 'all' && first.didYouMean === null;
    const others = [...(instead ? [instead] : []), ...(applied ? [null] : [])];
    if (isFound) return first;
    for (const other of others) {
      const findings = await search(other);
      if (findings.total > 0) return findings;
    }
    return first;
  }

  /** Searches once for equal requests. `edition` is that of the results, or an older one. */
  function findOnce(request: SearchRequest, readers: Readers, edition: string): Promise<SearchFindings> {
    const { revision } = changes;
    const key = JSON.stringify([request, readers, revision, edition]);
    const known = cache.get(key);
    if (known) return known;
    const findings = find(request, readers, revision);
    cache.set(key, findings);
    findings.catch(() => cache.delete(key));
    return findings;
  }

  return {
    search(actor, request) {
      if (request.q.length > maxQueryLength)
        throw new Problem(
          'general_argument_invalid',
          `Invalid \`q\` param: must have at most ${maxQueryLength} characters.`,
        );
      const readers = readersFor(actor);
      if (!index.isShared) return findOnce(request, readers, keeper.edition);
      return index.edition().then((edition) => findOnce(request, readers, edition));
    },

    suggest,
  };
}

/** Returns the first subjects that have materials, with their numbers; if none has any, the first of all. */
async function countSubjects(
  materials: Pick<MaterialRecords, 'count'>,
  subjects: readonly CatalogueSubject[],
  readers: Readers,
): Promise<UnderstoodSearch['subjects']> {
  const ids = [...new Set(subjects.map(({ facultyId }) => facultyId))].slice(0, maxCountedFaculties);
  const places = (await Promise.all(ids.map((facultyId) => materials.count({ facultyId }, readers)))).flatMap(
    (counts) => counts.places,
  );
  const counted = subjects.map((subject) => {
    const totals = { paper: 0, note: 0, revision: 0, book: 0 };
    for (const { kind, count, ...place } of places) if (isSamePlace(place, subject)) totals[kind] += count;
    return { ...subject, totals };
  });
  const hasAny = ({ totals }: (typeof counted)[number]) => Object.values(totals).some((count) => count > 0);
  return (counted.some(hasAny) ? counted.filter(hasAny) : counted).slice(0, maxNamedSubjects);
}

function isSamePlace(one: CataloguePlace, other: CataloguePlace): boolean {
  return one.facultyId === other.facultyId && one.semesterId === other.semesterId && one.subject === other.subject;
}
