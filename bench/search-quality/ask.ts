import type { LabelledQuery } from './labelled-set.ts';
import type { ShelfToSearch } from './shelf-to-search.ts';

export type Asked = LabelledQuery & {
  /** Rank of the right page among the results: materials in order, under each its pages. Null if it is not there. */
  rank: number | null;
  /** The first result. */
  first: { material: string; page: number | null } | null;
  matched: 'all' | 'some';
  didYouMean: string | null;
  ms: number;
};

/** Runs every query once, one after the other. */
export async function askAll(shelf: ShelfToSearch, queries: readonly LabelledQuery[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const query of queries) {
    const { findings, ms } = await shelf.search(query.typed);
    // A material whose pages do not match takes a rank as well.
    const shown = findings.results.flatMap(({ document, pages }): NonNullable<Asked['first']>[] =>
      pages.length === 0
        ? [{ material: document.$id, page: null }]
        : pages.map(({ page }) => ({ material: document.$id, page })),
    );
    const place = shown.findIndex(({ material, page }) => material === query.materialId && page === query.page);
    asked.push({
      ...query,
      rank: place === -1 ? null : place + 1,
      first: shown[0] ?? null,
      matched: findings.matched,
      didYouMean: findings.didYouMean,
      ms,
    });
  }
  return asked;
}
