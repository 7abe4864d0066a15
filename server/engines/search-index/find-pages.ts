import type { QueryTerm } from '#domain/search/search-query.ts';
import { choosePages } from './choose-pages.ts';
import type { IndexReads } from './index-reads.ts';
import { filterAndCount } from './material-facts.ts';
import { createPageFinder } from './page-finder.ts';
import { pagesPerMaterial, sequenceOf } from './page-keys.ts';
import { noMatch } from './page-score.ts';
import { collectPages, orderMaterials, rankPages, type RankedPage } from './rank-pages.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import type { IndexFindings, IndexRequest } from './search-index.ts';
import { matchKey } from './visit-pages.ts';

const isCorrection = ({ likeness, isVariant }: QueryTerm) => likeness !== undefined && !isVariant;

/** Creates a search on `reads`. */
export function createSearcher(reads: IndexReads): (request: IndexRequest) => Promise<IndexFindings> {
  const find = createPageFinder(reads);

  /** Returns the words of the best page that differ from the typed words. */
  async function findCorrections(
    { query, plan }: ResolvedQuery,
    best: RankedPage | undefined,
  ): Promise<IndexFindings['corrections']> {
    // Only corrected words have a likeness.
    if (!best || !query.clauses.some(({ terms }) => terms.some(isCorrection))) return [];
    const page = (await matchKey(reads, best.key, plan)) ?? noMatch(plan);
    const meta = (await matchKey(reads, sequenceOf(best.key) * pagesPerMaterial, plan)) ?? noMatch(plan);
    const corrections: IndexFindings['corrections'] = [];
    for (const [index, { terms }] of query.clauses.entries()) {
      const { terms: chosen, words } = (page.fits[index] ?? 0) >= (meta.fits[index] ?? 0) ? page : meta;
      const term = terms[chosen[index] ?? -1];
      const typed = term?.words[0];
      if (!term || !isCorrection(term) || !typed) continue;
      const word = await reads.nameWord(words[index] ?? 0);
      if (word !== null) corrections.push({ start: typed.start, end: typed.end, word });
    }
    return corrections;
  }

  return async (request) => {
    const { resolved, keys, materials, matched, meant = [] } = await find(request);
    const { passed, facets } = filterAndCount(materials, request);
    const remaining = passed.size === materials.size ? keys : keys.filter((key) => passed.has(sequenceOf(key)));
    const chosen = await choosePages(remaining, resolved, reads.findKeys);
    const ranked = await rankPages(chosen, resolved.plan, reads);
    const shown = orderMaterials(ranked, passed).slice(request.offset, request.offset + request.limit);
    const pages = collectPages(ranked, keys, shown);
    return {
      total: passed.size,
      matched,
      facets,
      materials: shown.map((sequence) => ({
        sequence,
        id: materials.get(sequence)?.id ?? '',
        ...(pages.get(sequence) ?? { pagesTotal: 0, pages: [] }),
      })),
      query: resolved.query,
      corrections: [...meant, ...(await findCorrections(resolved, ranked[0]))],
    };
  };
}
