import type { StatementSync } from 'node:sqlite';
import { isMaterial, pagesPerMaterial, sequenceOf, type Keys } from './page-keys.ts';
import { matchPage, noMatch, type PageMatch, type PagePlan } from './page-score.ts';

type Prepare = (sql: string) => StatementSync;

/** The match of a page, or null if it is no longer in the index. */
export function matchKey(prepare: Prepare, key: number, plan: PagePlan): PageMatch | null {
  const row = prepare('select words from pages where id = ?').get(key);
  return row ? matchPage(row['words'] as Uint8Array, plan) : null;
}

/** Read in one statement; between two of them a search can be aborted: about a millisecond. */
const readAtOnce = 256;

/**
 * Calls `visit` for each of the pages that is still in the index, with what it has and what its material has in title,
 * subject and the like. `check` throws when the search is aborted.
 */
export function visitPages(
  keys: Keys,
  plan: PagePlan,
  { prepare, check }: { prepare: Prepare; check: () => void },
  visit: (key: number, page: PageMatch, meta: PageMatch | null) => void,
): void {
  const statement = prepare('select p.id, p.words from json_each(?) k cross join pages p on p.id = k.value');
  const nothing = noMatch(plan);
  const metas = new Map<number, PageMatch | null>();
  for (let at = 0; at < keys.length; at += readAtOnce) {
    check();
    for (const row of statement.iterate(JSON.stringify(keys.slice(at, at + readAtOnce)))) {
      const key = Number(row['id']);
      const sequence = sequenceOf(key);
      let meta = metas.get(sequence);
      if (meta === undefined) {
        meta = isMaterial(key)
          ? matchPage(row['words'] as Uint8Array, plan)
          : matchKey(prepare, sequence * pagesPerMaterial, plan);
        metas.set(sequence, meta);
      }
      visit(key, isMaterial(key) ? nothing : matchPage(row['words'] as Uint8Array, plan), meta);
    }
  }
}
