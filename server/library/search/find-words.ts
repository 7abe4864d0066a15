import type { FoundInMaterial, SearchFindings, SearchRequest } from '#contract/search.ts';
import { withCorrections } from '#domain/search/near-words.ts';
import { listExcluded, parseSearchQuery } from '#domain/search/search-query.ts';
import type { MaterialRecords, Readers } from '#server/engines/database/database.ts';
import type { IndexFindings, SearchIndex } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import type { IndexKeeper } from './index-keeper.ts';

/** Searches for the words and filters of a request, whatever they name. `revision` is that of changes.ts. */
export type FindWords = (request: SearchRequest, readers: Readers, revision: string) => Promise<SearchFindings>;

/** Creates a search that reads the found materials, and makes excerpts of their pages. */
export function createFindWords(parts: {
  index: SearchIndex;
  keeper: Pick<IndexKeeper, 'replaced'>;
  materials: Pick<MaterialRecords, 'findSome'>;
  texts: Pick<Texts, 'readSome'>;
}): FindWords {
  const { index, keeper, materials, texts } = parts;

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

  return async (request, readers, revision) => {
    const { q, ...filters } = request;
    const query = parseSearchQuery(q);
    const found = await index.find({
      ...filters,
      query,
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
    const { total, matched, facets, isCorrected } = found;
    const didYouMean = found.corrections.length > 0 ? withCorrections(q, found.corrections) : null;
    return { total, matched, didYouMean, isCorrected, excluded: listExcluded(q, query), facets, results };
  };
}

type FoundMaterial = Pick<FoundInMaterial, 'material' | 'pagesTotal'> & { pages: number[]; sha256: string };
