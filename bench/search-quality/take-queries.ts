import { splitWords, stemOf } from '#domain/search/search-text.ts';
import { createRandom } from '#bench/documents/random.ts';
import { hash } from './hash.ts';

/** A page that was read. */
export type ReadPage = { materialId: string; page: number; source: string; text: string };

const tries = 40;
const fewest = 2;
const most = 8;
/** A page of a few words gives the same ones repeatedly. */
const perPage = 6;

/**
 * Takes queries from the pages' own words, at most `perMaterial` of each material and `limit` in all: 2 to 8 words of
 * one line, shuffled, which no other page has all of. Recognised pages give none, since their words may be wrong. The
 * same queries for the same pages.
 */
export function takeQueries(
  pages: readonly ReadPage[],
  ownMaterials: ReadonlySet<string>,
  { perMaterial, limit }: { perMaterial: number; limit: number },
): { query: string; materialId: string; page: number }[] {
  const vocabularies = new Map(pages.map((page) => [page, wordsOf(page.text)]));
  const holders = new Map<string, Set<ReadPage>>();
  for (const [page, words] of vocabularies) {
    for (const word of words) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, new Set([page]));
      else known.add(page);
    }
  }
  const own = pages.filter(({ materialId, source }) => ownMaterials.has(materialId) && source !== 'ocr');
  const taken: { query: string; materialId: string; page: number }[] = [];
  const materials = [...Map.groupBy(own, ({ materialId }) => materialId)];
  for (let round = 0; round < perMaterial && taken.length < limit; round += 1) {
    for (const [materialId, ownPages] of materials) {
      if (taken.length >= limit) break;
      const random = createRandom(hash(`${materialId} ${round}`));
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const page = ownPages[Math.floor(random() * ownPages.length)] as ReadPage;
        const query = pick(page.text, random);
        if (query === null || taken.some((each) => each.query === query)) continue;
        const before = taken.filter((each) => each.materialId === materialId && each.page === page.page);
        if (before.length >= perPage) continue;
        if (!isOnlyOn(page, query, holders)) continue;
        taken.push({ query, materialId, page: page.page });
        break;
      }
    }
  }
  return taken;
}

/** Returns words of one line in another order, or null if the line has too few. */
function pick(text: string, random: () => number): string | null {
  const lines = text.split('\n');
  const line = lines[Math.floor(random() * lines.length)] ?? '';
  const words = [...new Set(line.match(/[\p{L}\p{M}]{3,30}/gu))];
  if (words.length < fewest) return null;
  const count = Math.min(words.length, fewest + Math.floor(random() * (most - fewest + 1)));
  const chosen = shuffle(words, random).slice(0, count);
  // Nobody remembers a question by `the` and `of`.
  return chosen.filter((word) => word.length >= 4).length < fewest ? null : chosen.join(' ');
}

/** Fisher and Yates; never the original order. */
function shuffle(words: readonly string[], random: () => number): string[] {
  const shuffled = [...words];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] as string, shuffled[index] as string];
  }
  return shuffled.every((word, index) => word === words[index]) ? shuffled.reverse() : shuffled;
}

function isOnlyOn(page: ReadPage, query: string, holders: ReadonlyMap<string, ReadonlySet<ReadPage>>): boolean {
  const sets = splitWords(query).map(({ exact }) => holders.get(stemOf(exact)) ?? new Set<ReadPage>());
  const smallest = sets.reduce((one, other) => (other.size < one.size ? other : one), sets[0] ?? new Set());
  const having = [...smallest].filter((each) => sets.every((set) => set.has(each)));
  return having.length === 1 && having[0] === page;
}

function wordsOf(text: string): Set<string> {
  return new Set(splitWords(text).flatMap(({ exact, also }) => [stemOf(exact), ...(also ?? [])]));
}
