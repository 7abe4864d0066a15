import type { FoundKeys } from './page-finder.ts';
import { isMaterial, type Keys } from './page-keys.ts';
import { termOf } from './page-terms.ts';
import { joinTerms, usedStems, writePairs } from './write-match.ts';

/** So many pages are ranked, in 3 ms. */
const maxRanked = 600;
/** Of those, so many may be materials whose title has the words. */
const maxTitles = 300;
/** Beginnings of words stand for many stems; of those the most frequent are looked up. */
const maxStems = 4;

/**
 * Chooses the pages to rank from very many, `keys`: those with words of the query beside each other in its order, then
 * those that have them often, then the newest; and titles.
 */
export function choosePages(keys: Keys, { resolved, match }: FoundKeys, findKeys: (match: string) => Keys): Keys {
  if (keys.length <= maxRanked) return keys;
  const chosen = new Set(keys.filter(isMaterial).slice(-maxTitles));
  for (const likely of match === null ? [] : likelyTerms(resolved)) {
    if (chosen.size >= maxRanked) break;
    addNewest(chosen, keepBoth(keys, findKeys(joinTerms([String(match), likely], 'AND'))));
  }
  addNewest(chosen, keys);
  return [...chosen].sort((one, other) => one - other);
}

/** Expressions for the pages that are likely to answer best, the most likely first. */
function likelyTerms({ clauses, required }: FoundKeys['resolved']): string[] {
  // Words of a clause that are no alternatives; `of` and the like are pairs with their neighbours too.
  const stems = clauses.map(({ terms: [term] }) => (term?.words.length === 1 ? (term.words[0] ?? []) : []));
  const pairs = stems.flatMap((own, index) => writePairs(stems[index - 1] ?? [], own) ?? []);
  const often = required.flatMap(({ terms: [term] }) => {
    const own = usedStems(term?.words.length === 1 ? (term.words[0] ?? []) : []);
    const most = own.toSorted((one, other) => other.pages - one.pages).slice(0, maxStems);
    return most.length === 0
      ? []
      : [
          joinTerms(
            most.map(({ stem }) => termOf.prominent(stem)),
            'OR',
          ),
        ];
  });
  return [pairs, often].flatMap((terms) => {
    if (terms.length === 0) return [];
    return terms.length === 1 ? terms : [joinTerms(terms, 'AND'), joinTerms(terms, 'OR')];
  });
}

function addNewest(chosen: Set<number>, keys: Keys): void {
  for (let index = keys.length - 1; index >= 0 && chosen.size < maxRanked; index -= 1) {
    const key = keys[index] ?? 0;
    if (!isMaterial(key)) chosen.add(key);
  }
}

/** The keys that are in both, ascending. */
function keepBoth(keys: Keys, others: Keys): number[] {
  const both: number[] = [];
  let at = 0;
  for (const key of others) {
    while (at < keys.length && (keys[at] ?? 0) < key) at += 1;
    if (keys[at] === key) both.push(key);
  }
  return both;
}
