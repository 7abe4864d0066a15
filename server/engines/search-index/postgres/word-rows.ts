import type { RunStatement } from '#server/engines/database/postgres/read-lane.ts';
import type { QueryTerm, SearchQuery } from '#domain/search/search-query.ts';
import {
  endOfPrefix,
  maxWordsOfPrefix,
  type StemUse,
  type WordRows,
} from '#server/engines/search-index/index-vocabulary.ts';
import { chooseFar, farWordsOf, maxFarWords, orderNear, slipsOf, type NearUse } from '#domain/search/near-words.ts';
import { listed, type IndexTables } from './index-tables.ts';

type Totals = { pages: number; words: number };
type PrefixRows = { words: [id: number, stem: number][]; stems: [id: number, pages: number, materials: number][] };

/** Words of a prefix match at most 64 stems, the most frequent; some more, because the first may be counted twice. */
const stemsOfPrefix = 80;

/** Reads the rows of all words of a query, and of all words that begin with one of them, in one or two statements. */
export async function readWordRows(
  run: RunStatement,
  { words, stems, totals: totalsTable }: IndexTables,
  query: SearchQuery,
): Promise<WordRows> {
  const terms = [...query.clauses.flatMap((clause) => clause.terms), ...query.excluded];
  const asked = terms.flatMap((term) => term.words);
  const [row] = (await run(
    `with named as materialized (select id, word, stem from ${words} where word = ${listed.texts(1)}),
      stemmed as materialized (select id, stem, pages, materials from ${stems} where stem = ${listed.texts(2)})
    select (select coalesce(json_agg(json_build_array(id, word, stem)), '[]') from named) as named,
      (select coalesce(json_agg(json_build_array(id, stem, pages, materials)), '[]') from stemmed) as stemmed,
      (select coalesce(json_agg(json_build_array(id, pages, materials)), '[]') from ${stems}
        where id in (select stem from named)) as counted,
      (select coalesce(json_agg(json_build_array(id, stem)), '[]') from ${words}
        where stem in (select id from stemmed)) as inflected,
      (select json_build_array(pages, words) from ${totalsTable}) as totals`,
    [JSON.stringify(asked.map(({ exact }) => exact)), JSON.stringify(asked.map(({ stem }) => stem))],
  )) as Record<'named' | 'stemmed' | 'counted' | 'inflected' | 'totals', string>[];
  if (!row) throw new Error('search index (postgres): no row of words');
  const named = JSON.parse(row.named) as [number, string, number][];
  const stemmed = JSON.parse(row.stemmed) as [number, string, number, number][];
  const [pages = 0, wordsInAll = 0] = JSON.parse(row.totals ?? '[]') as number[];
  const totals: Totals = { pages, words: wordsInAll };
  const counted = new Map((JSON.parse(row.counted) as [number, number, number][]).map(toEntry));
  const byName = new Map(
    stemmed.map(([id, stem, onPages, materials]) => [stem, { stem: id, pages: onPages, materials }]),
  );
  const byWord = new Map(named.map(([id, word, stem]) => [word, { id, stem }]));
  const inflected = Map.groupBy(JSON.parse(row.inflected) as [number, number][], ([, stem]) => stem);
  const prefixes = new Map<string, PrefixRows['words']>();
  for (const prefix of prefixesOf(terms)) {
    const found = await readPrefix(run, { words, stems }, prefix);
    prefixes.set(prefix, found.words);
    for (const each of found.stems) counted.set(...toEntry(each));
  }
  for (const use of byName.values()) counted.set(use.stem, use);
  return {
    totals: () => totals,
    stemById: (id) => counted.get(id) ?? { stem: id, pages: 0, materials: 0 },
    stemByName: (stem) => byName.get(stem) ?? null,
    wordByName: (word) => byWord.get(word) ?? null,
    wordsOfStem: (stem) => (inflected.get(stem) ?? []).map(([id]) => id),
    wordsFrom: (prefix) => (prefixes.get(prefix) ?? []).map(([id, stem]) => ({ id, stem })),
  };
}

const toEntry = ([stem, pages, materials]: [number, number, number]): [number, StemUse] => [
  stem,
  { stem, pages, materials },
];

/** Returns the prefixes of terms: the last word of a term may be the beginning of a word. */
function prefixesOf(terms: readonly QueryTerm[]): Set<string> {
  const last = terms.flatMap(({ words, isPrefix, isExact }) => (isPrefix && !isExact ? (words.at(-1) ?? []) : []));
  return new Set(last.map(({ exact }) => exact));
}

async function readPrefix(
  run: RunStatement,
  { words, stems }: Pick<IndexTables, 'words' | 'stems'>,
  prefix: string,
): Promise<PrefixRows> {
  const [row] = (await run(
    `with found as materialized (select id, stem, pages from ${words}
        where word >= $1 and word < $2 and pages > 0 order by pages desc, id limit ${maxWordsOfPrefix}),
      frequent as materialized (select stem from found group by stem order by max(pages) desc, min(id) limit ${stemsOfPrefix})
    select (select coalesce(json_agg(json_build_array(id, stem) order by pages desc, id), '[]') from found) as words,
      (select coalesce(json_agg(json_build_array(id, pages, materials)), '[]') from ${stems}
        where id = any(array(select stem from frequent))) as stems`,
    [prefix, endOfPrefix(prefix)],
  )) as { words: string; stems: string }[];
  return { words: JSON.parse(row?.words ?? '[]'), stems: JSON.parse(row?.stems ?? '[]') } as PrefixRows;
}

/** Returns the number of pages with each word; leaves out words that are on no page. */
export async function countWords(
  run: RunStatement,
  { words }: Pick<IndexTables, 'words'>,
  asked: readonly string[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const found = await run(`select word, pages from ${words} where word = ${listed.texts(1)} and pages > 0`, [
    JSON.stringify(asked),
  ]);
  return new Map((found as { word: string; pages: number }[]).map(({ word, pages }) => [word, pages]));
}

/** Returns for each word the similar words of the index, the likeliest first. */
export async function findNear(
  run: RunStatement,
  { words }: Pick<IndexTables, 'words'>,
  asked: readonly string[],
): Promise<NearUse[][]> {
  const slips = asked.map((word) => new Map(slipsOf(word).map((slip) => [slip.word, slip.likeness])));
  const all = [...new Set(slips.flatMap((each) => [...each.keys()]))];
  const found = [...(await countWords(run, { words }, all))];
  const near: NearUse[][] = [];
  for (const [index, own] of slips.entries()) {
    const fitting = found.flatMap(([word, pages]) => {
      const likeness = own.get(word);
      return likeness === undefined ? [] : [{ word, pages, likeness }];
    });
    const isNone = fitting.length === 0 && own.size > 0;
    near.push(orderNear(isNone ? await findFar(run, words, asked[index] ?? '') : fitting));
  }
  return near;
}

/** Returns long words that differ by two slips, and begin or end alike. */
async function findFar(run: RunStatement, words: string, word: string): Promise<NearUse[]> {
  const far = farWordsOf(word);
  if (!far) return [];
  const found = await run(
    `select word, pages from ${words} where word >= $1 and word < $2 and pages > 0 and length(word) between $3 and $4
      and (left(word, 3) = $5 or right(word, 3) = $6) order by pages desc limit ${maxFarWords}`,
    [far.initial, endOfPrefix(far.initial), far.least, far.most, far.beginning, far.ending],
  );
  return chooseFar(word, found as { word: string; pages: number }[]);
}
