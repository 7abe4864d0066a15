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
  const nothing = noMatch(plan);
  const metas = new Map<number, PageMatch | null>();
  const metaKeys = [...new Set(keys.map((key) => sequenceOf(key) * pagesPerMaterial))];
  readStreams(metaKeys, { prepare, check }, (key, words) => metas.set(sequenceOf(key), matchPage(words, plan)));
  readStreams(keys, { prepare, check }, (key, words) => {
    visit(key, isMaterial(key) ? nothing : matchPage(words, plan), metas.get(sequenceOf(key)) ?? null);
  });
}

function readStreams(
  keys: Keys,
  { prepare, check }: { prepare: Prepare; check: () => void },
  visit: (key: number, words: Uint8Array) => void,
): void {
  const statement = prepare('select p.id, p.words from json_each(?) k cross join pages p on p.id = k.value');
  // Rows as arrays, all at once, need a third less time.
  statement.setReturnArrays(true);
  for (let at = 0; at < keys.length; at += readAtOnce) {
    check();
    const rows = statement.all(JSON.stringify(keys.slice(at, at + readAtOnce))) as unknown as [number, Uint8Array][];
    for (const [key, words] of rows) visit(key, words);
  }
}
