import { LRUCache } from 'lru-cache';
import { readersFor } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { FoundInMaterial, SearchFindings, SearchRequest, SearchSuggestions } from '#contract/search.ts';
import type { Actor } from '#domain/account.ts';
import { maxQueryLength, parseSearchQuery } from '#domain/search/search-query.ts';
import type { Changes } from '#server/library/changes.ts';
import type { MaterialRecords, Readers } from '#server/engines/database/database.ts';
import type { IndexFindings, SearchIndex } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import type { IndexKeeper } from './index-keeper.ts';
import type { Suggest } from './suggest.ts';

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

export function createSearchService(parts: {
  index: SearchIndex;
  keeper: Pick<IndexKeeper, 'edition' | 'replaced'>;
  materials: Pick<MaterialRecords, 'findSome'>;
  texts: Pick<Texts, 'readSome'>;
  changes: Pick<Changes, 'revision'>;
  suggest: Suggest;
}): SearchService {
  const { index, keeper, materials, texts, changes, suggest } = parts;
  const cache = new LRUCache<string, Promise<SearchFindings>>({ max: maxCached });

  const readTexts = (found: readonly FoundMaterial[]) =>
    texts.readSome(found.flatMap(({ sha256, pages }) => pages.map((page) => ({ sha256, page }))));

  /** Reads the current materials. Leaves out those that were deleted since the search. */
  async function readMaterials(found: IndexFindings['materials']): Promise<FoundMaterial[]> {
    if (found.length === 0) return [];
    const rows = await materials.findSome(found.map(({ id }) => id));
    const bySequence = new Map(rows.map((row) => [row.material.sequence, row]));
    return found.flatMap(({ sequence, pagesTotal, pages }) => {
      const row = bySequence.get(sequence);
      return row && row.material.deletedAt === null ? [{ ...row, pagesTotal, pages }] : [];
    });
  }

  async function find(request: SearchRequest, readers: Readers, revision: string): Promise<SearchFindings> {
    const { q, ...filters } = request;
    const found = await index.find({
      ...filters,
      query: parseSearchQuery(q),
      readers,
      revision,
      replaced: keeper.replaced(),
    });
    const read = await readMaterials(found.materials);
    const pages = await readTexts(read);
    const excerpts = await index.excerpt(
      pages.map((page) => page?.text ?? ''),
      found.query,
    );
    const results = read.map(({ material, pagesTotal, pages: numbers }): FoundInMaterial => ({
      material,
      pagesTotal,
      // In the order in which they were read.
      pages: numbers.flatMap(() => {
        const [page, excerpt] = [pages.shift(), excerpts.shift()];
        return page && excerpt ? [{ page: page.page, source: page.source, excerpt }] : [];
      }),
    }));
    const { total, matched, facets } = found;
    return { total, matched, didYouMean: correct(q, found.corrections), facets, results };
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

type FoundMaterial = Pick<FoundInMaterial, 'material' | 'pagesTotal'> & { pages: number[]; sha256: string };

/** Returns the typed query with corrected words; null if there are no corrections. */
function correct(typed: string, corrections: IndexFindings['corrections']): string | null {
  if (corrections.length === 0) return null;
  return [...corrections]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, word }) => text.slice(0, start) + word + text.slice(end), typed)
    .trim();
}
