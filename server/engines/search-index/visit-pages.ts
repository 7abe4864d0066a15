import type { IndexReads } from './index-reads.ts';
import { isMaterial, pagesPerMaterial, sequenceOf, type Keys } from './page-keys.ts';
import { matchPage, noMatch, type PageMatch, type PagePlan } from './page-score.ts';

export type StreamReads = Pick<IndexReads, 'readStreams'>;

/** Returns the match of a page, or null if it is no longer in the index. */
export async function matchKey(reads: StreamReads, key: number, plan: PagePlan): Promise<PageMatch | null> {
  let match: PageMatch | null = null;
  await reads.readStreams([key], (_, words) => (match = matchPage(words, plan)));
  return match;
}

/**
 * Calls `visit` for each of these pages that is still in the index, with its match and that of its material's title,
 * subject and similar texts.
 */
export async function visitPages(
  keys: Keys,
  plan: PagePlan,
  reads: StreamReads,
  visit: (key: number, page: PageMatch, meta: PageMatch | null) => void,
): Promise<void> {
  const nothing = noMatch(plan);
  const metas = new Map<number, PageMatch | null>();
  const metaKeys = [...new Set(keys.map((key) => sequenceOf(key) * pagesPerMaterial))];
  await reads.readStreams(metaKeys, (key, words) => metas.set(sequenceOf(key), matchPage(words, plan)));
  await reads.readStreams(keys, (key, words) => {
    visit(key, isMaterial(key) ? nothing : matchPage(words, plan), metas.get(sequenceOf(key)) ?? null);
  });
}
