import type { DatabaseSync } from 'node:sqlite';
import { keepStatements } from '#server/database/sqlite-connection.ts';
import { openIndexVocabulary } from './index-vocabulary.ts';
import { createMaterialFacts, filterAndCount } from './material-facts.ts';
import { choosePages } from './choose-pages.ts';
import { createPageFinder } from './page-finder.ts';
import { pagesPerMaterial, sequenceOf } from './page-keys.ts';
import { noMatch } from './page-score.ts';
import { matchKey } from './read-streams.ts';
import { collectPages, orderMaterials, rankPages, type RankedPage } from './rank-pages.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import type { IndexFindings, IndexRequest } from './search-index.ts';

/** Searches on two connections: the index, and the database of materials. `check` throws when the search is aborted. */
export function createSearcher(
  index: DatabaseSync,
  library: DatabaseSync,
  check: () => void,
): (request: IndexRequest) => IndexFindings {
  const prepare = keepStatements((sql) => index.prepare(sql));
  const vocabulary = openIndexVocabulary(prepare);
  const { find, findKeys } = createPageFinder({ prepare, vocabulary, lookUp: createMaterialFacts(library), check });

  /** What the best page has instead of the words that were typed. */
  function findCorrections({ query, plan }: ResolvedQuery, best: RankedPage | undefined): IndexFindings['corrections'] {
    if (!best) return [];
    const page = matchKey(prepare, best.key, plan) ?? noMatch(plan);
    const meta = matchKey(prepare, sequenceOf(best.key) * pagesPerMaterial, plan) ?? noMatch(plan);
    return query.clauses.flatMap(({ terms }, index) => {
      const { terms: chosen, words } = (page.fits[index] ?? 0) >= (meta.fits[index] ?? 0) ? page : meta;
      const term = terms[chosen[index] ?? -1];
      const typed = term?.words[0];
      const row = prepare('select word from words where id = ?').get(words[index] ?? 0);
      if (term?.likeness === undefined || !typed || !row) return [];
      return [{ start: typed.start, end: typed.end, word: String(row['word']) }];
    });
  }

  return (request) => {
    const { resolved, keys, materials, matched } = find(request);
    const { passed, facets } = filterAndCount(materials, request);
    const kept = passed.size === materials.size ? keys : keys.filter((key) => passed.has(sequenceOf(key)));
    const ranked = rankPages(choosePages(kept, resolved, findKeys), resolved.plan, { prepare, check });
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
      corrections: findCorrections(resolved, ranked[0]),
    };
  };
}
