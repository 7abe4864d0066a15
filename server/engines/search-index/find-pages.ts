import { makeExcerpt, type ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { QueryTerm, SearchQuery } from '#domain/search/search-query.ts';
import type { IndexReads } from './index-reads.ts';
import type { StemUse } from './index-vocabulary.ts';
import { filterAndCount } from './material-facts.ts';
import { createPageFinder } from './page-finder.ts';
import { pagesPerMaterial, sequenceOf, isMaterial, pageOf, type Keys } from './page-keys.ts';
import { noMatch, scorePage, type PagePlan } from './page-score.ts';
import { termOf } from './page-terms.ts';
import { matchKey, visitPages, type StreamReads } from './phrase-check.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import type { IndexFindings, IndexRequest } from './search-index.ts';
import { joinTerms, usedStems, writePairs } from './write-match.ts';

/** Maximum number of ranked pages, in 2 ms. */
const maxRanked = 400;
/** Maximum number of chosen materials whose title has the words. */
const maxTitles = 200;
/** Maximum number of stems that are looked up for a prefix: the most frequent ones, because prefixes match many. */
const maxStems = 4;

/**
 * Chooses the pages to rank if there are very many (`keys`): first pages with words of the query next to each other in
 * its order, then pages that have these words often, then the newest pages; and materials by title.
 */
async function choosePages(keys: Keys, resolved: ResolvedQuery, findKeys: IndexReads['findKeys']): Promise<Keys> {
  if (keys.length <= maxRanked) return keys;
  const chosen = new Set(keys.filter(isMaterial).slice(-maxTitles));
  for (const likely of likelyTerms(resolved)) {
    if (chosen.size >= maxRanked) break;
    // Looked up separately, so that earlier results are reused.
    addNewest(chosen, intersect(keys, await findKeys(likely)));
  }
  addNewest(chosen, keys);
  return [...chosen].sort((one, other) => one - other);
}

/** Returns expressions for the pages that are likely the best results, the most likely first. */
function likelyTerms({ clauses, required }: ResolvedQuery): string[] {
  // Words of a clause without alternatives; `of` and the like are pairs with their neighbours too.
  const stems = clauses.map(({ terms: [term] }) => (term?.words.length === 1 ? (term.words[0] ?? []) : []));
  const pairs = stems.flatMap((own, index) => writePairs(stems[index - 1] ?? [], own) ?? []);
  const often = required
    .toSorted((one, other) => other.rarity - one.rarity)
    .flatMap(({ terms: [term] }) => (term?.words.length === 1 ? writeProminent(term.words[0] ?? []) : []));
  return [pairs, often].flatMap((terms) => (terms.length < 2 ? terms : [joinTerms(terms, 'AND'), ...terms]));
}

function writeProminent(stems: readonly StemUse[]): string[] {
  const most = usedStems(stems).toSorted((one, other) => other.pages - one.pages);
  const terms = most.slice(0, maxStems).map(({ stem }) => termOf.prominent(stem));
  return terms.length === 0 ? [] : [joinTerms(terms, 'OR')];
}

function addNewest(chosen: Set<number>, keys: Keys): void {
  for (let index = keys.length - 1; index >= 0 && chosen.size < maxRanked; index -= 1) {
    const key = keys[index] ?? 0;
    if (!isMaterial(key)) chosen.add(key);
  }
}

/** Returns the keys that are in both lists, ascending. */
function intersect(keys: Keys, others: Keys): number[] {
  const both: number[] = [];
  let at = 0;
  for (const key of others) {
    while (at < keys.length && (keys[at] ?? 0) < key) at += 1;
    if (keys[at] === key) both.push(key);
  }
  return both;
}

/** Number of pages shown under each material. */
const pagesShown = 3;
type RankedPage = { key: number; score: number };

/** Returns the pages, the best first. About 5 µs each. */
async function rankPages(keys: Keys, plan: PagePlan, reads: StreamReads): Promise<RankedPage[]> {
  const ranked: RankedPage[] = [];
  await visitPages(keys, plan, reads, (key, page, meta) => {
    ranked.push({ key, score: scorePage(page, meta, plan) });
  });
  return ranked.sort(
    (one, other) => other.score - one.score || sequenceOf(other.key) - sequenceOf(one.key) || one.key - other.key,
  );
}

/** Returns materials by their best page, followed by those whose pages were not ranked, newest first. */
function orderMaterials(ranked: readonly RankedPage[], passed: ReadonlySet<number>): number[] {
  const order = new Set<number>();
  for (const { key } of ranked) order.add(sequenceOf(key));
  if (order.size < passed.size) {
    const others = [...passed].filter((sequence) => !order.has(sequence)).sort((one, other) => other - one);
    for (const sequence of others) order.add(sequence);
  }
  return [...order];
}

/** Returns, for each material, the best pages to show, and the number of all its pages found. */
function collectPages(ranked: readonly RankedPage[], keys: Keys, shown: readonly number[]) {
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
    const corrections = await findCorrections(resolved, ranked[0]);
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
      corrections: [...meant, ...corrections],
      isCorrected: corrections.length > 0,
    };
  };
}

/** Returns an excerpt of each text. `check` throws if the search is aborted. */
export function makeExcerpts(texts: readonly string[], query: SearchQuery, check: () => void): ExcerptPiece[][] {
  return texts.map((text) => {
    check();
    return makeExcerpt(text, query);
  });
}
