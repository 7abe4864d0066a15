import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '#domain/search-query.ts';
import { keepStatements } from '#server/database/sqlite-connection.ts';
import { pagesPerMaterial } from './index-writes.ts';
import { createMaterialFacts, filterAndCount, type MaterialFacts } from './material-facts.ts';
import { matchPage, noMatch, scorePage, type PageMatch, type PagePlan } from './page-score.ts';
import { openVocabulary, planPages, withNearWords, writeMatch, type ResolvedClause } from './resolve-query.ts';
import type { IndexFindings, IndexRequest } from './search-index.ts';

/** Pages under each material. */
const pagesShown = 3;
/** So many pages are ranked; of more, those whose title matches and the newest. About 5 µs each. */
const maxRanked = 2000;
/** So many pages are looked at for phrases. */
const maxVerified = 20_000;
/** A word on more than this share of pages, and on more than so many, does not decide if there are rarer ones. */
const commonShare = 0.2;
const commonPages = 5000;
/** If nothing has all words, rare words are looked up one by one, on so many pages each. */
const maxPagesOfWord = 5000;
const maxWordsLookedUp = 12;

/** A search found nothing of it, or its time is over. */
export type Searcher = (request: IndexRequest) => IndexFindings;

/** Keys of pages, ascending. */
type Keys = readonly number[];

type Candidate = { key: number; score: number };

/** Searches on two connections: the index, and the database of materials. `check` throws when the search is aborted. */
export function createSearcher(index: DatabaseSync, library: DatabaseSync, check: () => void): Searcher {
  const prepare = keepStatements((sql) => index.prepare(sql));
  const vocabulary = openVocabulary(prepare);
  const lookUp = createMaterialFacts(library);

  function findKeys(match: string | null): number[] {
    if (match === null) return [];
    check();
    const row = prepare('select json_group_array(rowid) as keys from terms where terms match ?').get(match);
    return JSON.parse(String(row?.['keys'])) as number[];
  }

  /** What the caller may read of the pages. */
  function visible(keys: Keys, { readers, revision }: IndexRequest) {
    const materials = lookUp(sequencesOf(keys), readers, revision);
    return { keys: keys.filter((key) => materials.has(sequenceOf(key))), materials };
  }

  function resolve(query: SearchQuery) {
    const totals = vocabulary.totals();
    const clauses = query.clauses.map((clause) => vocabulary.resolveClause(clause, totals.pages));
    const excluded = query.excluded.map((term) =>
      vocabulary.resolveClause({ terms: [term], isOptional: false }, totals.pages),
    );
    const plan = planPages(clauses, totals);
    return { query, clauses, excluded, plan, required: requiredOf(clauses, totals.pages) };
  }

  type Resolved = ReturnType<typeof resolve>;
  type Found = { resolved: Resolved; keys: Keys; materials: Map<number, MaterialFacts>; matched: 'all' | 'some' };

  /** The pages with all required clauses that the caller may read. */
  function findAll(resolved: Resolved, request: IndexRequest): Found {
    const keys = findKeys(writeMatch(resolved.required, resolved.excluded));
    const found = visible(keys, request);
    return { resolved, matched: 'all', ...verify(found, resolved) };
  }

  /** Phrases and excluded phrases are looked for on the pages themselves. */
  function verify(found: { keys: Keys; materials: Map<number, MaterialFacts> }, resolved: Resolved) {
    const phrases = resolved.required.filter(({ clause }) =>
      clause.terms.some(({ words, isExact }) => words.length > 1 || isExact),
    );
    const without = resolved.excluded.filter(({ clause }) => clause.terms.some(({ words }) => words.length > 1));
    if (phrases.length === 0 && without.length === 0) return found;
    const checked = [...phrases, ...without];
    const plan = planPages(checked, { pages: 1, words: 1 });
    const metas = new Map<number, PageMatch | null>();
    const metaOf = (sequence: number) => {
      const known = metas.get(sequence);
      if (known !== undefined) return known;
      const match = matchKey(sequence * pagesPerMaterial, plan);
      metas.set(sequence, match);
      return match;
    };
    const looked = found.keys.slice(0, maxVerified);
    const keys = looked.filter((key, count) => {
      if (count % checkEvery === 0) check();
      const page = matchKey(key, plan);
      const meta = metaOf(sequenceOf(key));
      return checked.every((_, clause) => {
        const has = (page?.fits[clause] ?? 0) > 0 || (meta?.fits[clause] ?? 0) > 0;
        return has === clause < phrases.length;
      });
    });
    return { keys, materials: ofKeys(keys, found.materials) };
  }

  function matchKey(key: number, plan: PagePlan): PageMatch | null {
    const row = prepare('select words from pages where id = ?').get(key);
    return row ? matchPage(row['words'] as Uint8Array, plan) : null;
  }

  /** If nothing has all words: the pages that have most of them, by how much the words say. */
  function findMost(resolved: Resolved, request: IndexRequest): Found {
    const usable = resolved.clauses
      .filter(({ clause, pages }) => pages > 0 && !clause.isOptional)
      .sort((one, other) => other.rarity - one.rarity)
      .slice(0, maxWordsLookedUp);
    const counts = new Map<number, number>();
    const words = new Map<number, number>();
    for (const [rank, clause] of usable.entries()) {
      if (rank > 0 && clause.pages > maxPagesOfWord && counts.size > 0) break;
      const having = {
        keys: findKeys(writeMatch([clause], resolved.excluded)).slice(-maxVerified),
        materials: new Map(),
      };
      for (const key of verify(having, { ...resolved, required: [clause] }).keys) {
        counts.set(key, (counts.get(key) ?? 0) + clause.rarity);
        words.set(key, (words.get(key) ?? 0) + 1);
      }
    }
    const { keys, materials } = visible(
      [...counts.keys()].sort((one, other) => one - other),
      request,
    );
    const most = keys.reduce((best, key) => Math.max(best, counts.get(key) ?? 0), 0);
    const kept = keys.filter((key) => (counts.get(key) ?? 0) >= most * leastOfMost);
    return { resolved, keys: kept, materials: ofKeys(kept, materials), matched: 'some' };
  }

  function find(request: IndexRequest): Found {
    const asTyped = resolve(request.query);
    if (asTyped.required.length === 0) return { resolved: asTyped, keys: [], materials: new Map(), matched: 'all' };
    const all = findAll(asTyped, request);
    if (all.keys.length > 0) return all;
    const near = resolve(withNearWords(request.query, vocabulary));
    const corrected = findAll(near, request);
    if (corrected.keys.length > 0) return corrected;
    const most = findMost(near, request);
    return most.keys.length > 0 ? most : all;
  }

  function rank({ keys, resolved }: Found, passed: ReadonlySet<number>): Candidate[] {
    const plan = resolved.plan;
    const metas = new Map<number, PageMatch | null>();
    const wanted = chooseRanked(keys.filter((key) => passed.has(sequenceOf(key))));
    const ranked: Candidate[] = [];
    for (const [count, key] of wanted.entries()) {
      if (count % checkEvery === 0) check();
      const sequence = sequenceOf(key);
      if (!metas.has(sequence)) metas.set(sequence, matchKey(sequence * pagesPerMaterial, plan));
      const meta = metas.get(sequence) ?? null;
      const page = isMaterial(key) ? noMatch(plan) : matchKey(key, plan);
      if (page) ranked.push({ key, score: scorePage(page, meta, plan) });
    }
    return ranked.sort((one, other) => other.score - one.score || one.key - other.key);
  }

  /** What the best page has instead of the words that were typed. */
  function findCorrections({ query, plan }: Resolved, best: Candidate | undefined): IndexFindings['corrections'] {
    if (!best) return [];
    const page = matchKey(best.key, plan) ?? noMatch(plan);
    const meta = matchKey(sequenceOf(best.key) * pagesPerMaterial, plan) ?? noMatch(plan);
    return query.clauses.flatMap(({ terms }, index) => {
      const { terms: chosen, words } = (page.fits[index] ?? 0) >= (meta.fits[index] ?? 0) ? page : meta;
      const term = terms[chosen[index] ?? -1];
      const typed = term?.words[0];
      const row = prepare('select word from words where id = ?').get(words[index] ?? 0);
      if (term?.likeness === undefined || !typed || !row) return [];
      return [{ start: typed.start, end: typed.end, word: String(row['word']) }];
    });
  }

  return (request) => {
    const found = find(request);
    const { passed, facets } = filterAndCount(found.materials, request);
    const ranked = rank(found, passed);
    const order = orderMaterials(ranked, passed);
    const shown = order.slice(request.offset, request.offset + request.limit);
    const pages = collectPages(ranked, found.keys, shown);
    return {
      total: passed.size,
      matched: found.matched,
      facets,
      materials: shown.map((sequence) => ({
        sequence,
        id: found.materials.get(sequence)?.id ?? '',
        ...(pages.get(sequence) ?? { pagesTotal: 0, pages: [] }),
      })),
      query: found.resolved.query,
      corrections: findCorrections(found.resolved, ranked[0]),
    };
  };
}

/** Between two looks at whether the search was aborted: less than a millisecond. */
const checkEvery = 128;
/** Of the rarity of the words that the best page has. */
const leastOfMost = 0.6;

const sequenceOf = (key: number) => Math.floor(key / pagesPerMaterial);
const isMaterial = (key: number) => key % pagesPerMaterial === 0;

function sequencesOf(keys: Keys): number[] {
  const sequences: number[] = [];
  let last = -1;
  for (const key of keys) {
    const sequence = sequenceOf(key);
    if (sequence !== last) sequences.push(sequence);
    last = sequence;
  }
  return sequences;
}

function ofKeys(keys: Keys, materials: ReadonlyMap<number, MaterialFacts>): Map<number, MaterialFacts> {
  const found = new Map<number, MaterialFacts>();
  for (const sequence of sequencesOf(keys)) {
    const facts = materials.get(sequence);
    if (facts) found.set(sequence, facts);
  }
  return found;
}

/** Required clauses; if some are on very many pages and others are not, only the others decide. */
function requiredOf(clauses: readonly ResolvedClause[], pagesInAll: number): ResolvedClause[] {
  const required = clauses.filter(({ clause }) => !clause.isOptional);
  const isCommon = ({ pages, clause }: ResolvedClause) =>
    pages > commonPages && pages > pagesInAll * commonShare && clause.terms.every(({ words }) => words.length === 1);
  const rare = required.filter((clause) => !isCommon(clause));
  return rare.length > 0 ? rare : required;
}

/** Materials whose titles match, and the newest pages. */
function chooseRanked(keys: number[]): number[] {
  if (keys.length <= maxRanked) return keys;
  const titles = keys.filter(isMaterial);
  return [...titles.slice(-maxRanked / 2), ...keys.slice(-maxRanked).filter((key) => !isMaterial(key))].slice(
    -maxRanked,
  );
}

/** Materials by their best page, then those whose pages were not ranked, newest first. */
function orderMaterials(ranked: readonly Candidate[], passed: ReadonlySet<number>): number[] {
  const order = new Set<number>();
  for (const { key } of ranked) order.add(sequenceOf(key));
  if (order.size < passed.size) {
    const others = [...passed].filter((sequence) => !order.has(sequence)).sort((one, other) => other - one);
    for (const sequence of others) order.add(sequence);
  }
  return [...order];
}

function collectPages(ranked: readonly Candidate[], keys: Keys, shown: readonly number[]) {
  const pages = new Map<number, { pagesTotal: number; pages: number[] }>();
  for (const sequence of shown) pages.set(sequence, { pagesTotal: 0, pages: [] });
  for (const { key } of ranked) {
    const entry = pages.get(sequenceOf(key));
    if (entry && !isMaterial(key) && entry.pages.length < pagesShown) entry.pages.push(key % pagesPerMaterial);
  }
  for (const key of keys) {
    const entry = pages.get(sequenceOf(key));
    if (!entry || isMaterial(key)) continue;
    entry.pagesTotal += 1;
    const page = key % pagesPerMaterial;
    if (entry.pages.length < pagesShown && !entry.pages.includes(page)) entry.pages.push(page);
  }
  return pages;
}
