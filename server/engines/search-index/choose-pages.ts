import type { IndexReads } from './index-reads.ts';
import type { StemUse } from './index-vocabulary.ts';
import { isMaterial, type Keys } from './page-keys.ts';
import { termOf } from './page-terms.ts';
import type { ResolvedQuery } from './resolve-query.ts';
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
export async function choosePages(
  keys: Keys,
  resolved: ResolvedQuery,
  findKeys: IndexReads['findKeys'],
): Promise<Keys> {
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
