import type { StatementSync } from 'node:sqlite';
import type { QueryClause, QueryTerm, QueryWord, SearchQuery } from '#domain/search-query.ts';
import { stemOf } from '#domain/search-text.ts';
import { distanceOf, slipsOf, type NearWord } from './near-words.ts';
import type { ClauseFacts, PagePlan, Probe } from './page-score.ts';

/** A stem that a word of the query may stand for on a page. */
type StemUse = { stem: number; pages: number; materials: number };

/** A clause with the numbers of its words. */
export type ResolvedClause = {
  clause: QueryClause;
  /** For each term, for each of its words, the stems that fit. A word without stems is nowhere. */
  terms: { words: StemUse[][]; probes: { word: number; place: number; weight: number }[] }[];
  rarity: number;
  /** On how many pages it is at most. */
  pages: number;
};

export type Vocabulary = ReturnType<typeof openVocabulary>;

/** A beginning stands for at most so many stems, the most frequent ones. */
const maxStemsOfPrefix = 64;
/** And for this many words when pages are ranked. */
const maxWordsOfPrefix = 2000;
/** How many near words are tried for each word. */
export const maxNearWords = 12;

const weights = { exact: 1, stem: 0.9, prefix: 0.75 };

/** Looks up words of queries in the tables of the index. */
export function openVocabulary(prepare: (sql: string) => StatementSync) {
  const stemById = (id: number): StemUse => {
    const row = prepare('select pages, materials from stems where id = ?').get(id);
    return { stem: id, pages: Number(row?.['pages'] ?? 0), materials: Number(row?.['materials'] ?? 0) };
  };

  function stemByName(stem: string): StemUse | null {
    const row = prepare('select id, pages, materials from stems where stem = ?').get(stem);
    return row ? { stem: Number(row['id']), pages: Number(row['pages']), materials: Number(row['materials']) } : null;
  }

  const totals = () => {
    const row = prepare('select pages, words, edition from totals').get();
    return { pages: Number(row?.['pages'] ?? 0), words: Number(row?.['words'] ?? 0) };
  };

  /** The words that a word of the query stands for, and their stems. */
  function resolveWord(word: QueryWord, isExact: boolean, isPrefix: boolean) {
    const stems = new Map<number, StemUse>();
    const words = new Map<number, number>();
    const own = stemByName(word.stem);
    const exact = prepare('select id, stem from words where word = ?').get(word.exact);
    if (exact) {
      words.set(Number(exact['id']), weights.exact);
      const stem = stemById(Number(exact['stem']));
      stems.set(stem.stem, stem);
    }
    if (isExact) return { stems: [...stems.values()], words };
    if (own) {
      stems.set(own.stem, own);
      for (const row of prepare('select id from words where stem = ?').all(own.stem)) {
        const id = Number(row['id']);
        if (!words.has(id)) words.set(id, weights.stem);
      }
    }
    if (isPrefix) addPrefix(word.exact, stems, words);
    return { stems: [...stems.values()], words };
  }

  function addPrefix(prefix: string, stems: Map<number, StemUse>, words: Map<number, number>): void {
    const found = prepare(
      'select id, stem, pages from words where word >= ? and word < ? and pages > 0 order by pages desc limit ?',
    ).all(prefix, `${prefix}\u{10ffff}`, maxWordsOfPrefix);
    for (const row of found) {
      const stem = Number(row['stem']);
      if (!stems.has(stem)) {
        if (stems.size >= maxStemsOfPrefix) continue;
        stems.set(stem, stemById(stem));
      }
      const id = Number(row['id']);
      if (!words.has(id)) words.set(id, weights.prefix);
    }
  }

  function resolveTerm({ words, isExact, isPrefix }: QueryTerm): ResolvedClause['terms'][number] {
    const probes: ResolvedClause['terms'][number]['probes'] = [];
    const resolved = words.map((word, place) => {
      const found = resolveWord(word, isExact, isPrefix && place === words.length - 1);
      for (const [id, weight] of found.words) probes.push({ word: id, place, weight });
      return found.stems;
    });
    return { words: resolved, probes };
  }

  function resolveClause(clause: QueryClause, pagesInAll: number): ResolvedClause {
    const terms = clause.terms.map(resolveTerm);
    const pages = terms.reduce((sum, term) => sum + leastPages(term.words), 0);
    return { clause, terms, pages, rarity: Math.log(1 + (pagesInAll + 0.5) / (Math.min(pages, pagesInAll) + 0.5)) };
  }

  /** Words of the index that may be meant by a word, the likeliest first. */
  function findNear(word: QueryWord): (NearWord & { pages: number })[] {
    const slips = slipsOf(word.exact);
    if (slips.length === 0) return [];
    const likeness = new Map(slips.map((slip) => [slip.word, slip.likeness]));
    const found = prepare(
      'select w.word, w.pages from json_each(?) s cross join words w on w.word = s.value where w.pages > 0',
    ).all(JSON.stringify([...likeness.keys()]));
    const near = found.map((row) => {
      const text = String(row['word']);
      return { word: text, pages: Number(row['pages']), likeness: likeness.get(text) ?? 0 };
    });
    if (near.length === 0 && word.exact.length >= minFarLength) near.push(...findFar(word.exact));
    const value = (each: { pages: number; likeness: number }) => each.likeness ** 3 * Math.log(2 + each.pages);
    return near.sort((one, other) => value(other) - value(one)).slice(0, maxNearWords);
  }

  /** Long words with two slips, if they begin alike. */
  function findFar(word: string) {
    const beginning = word.slice(0, 3);
    const found = prepare(
      `select word, pages from words where word >= ? and word < ? and pages > 0
        and length(word) between ? and ? order by pages desc limit ?`,
    ).all(beginning, `${beginning}\u{10ffff}`, word.length - 2, word.length + 2, maxFarWords);
    return found
      .map((row) => ({ word: String(row['word']), pages: Number(row['pages']), likeness: 0.5 }))
      .filter((each) => distanceOf(word, each.word, 2) <= 2);
  }

  return { totals, resolveClause, findNear };
}

const minFarLength = 7;
const maxFarWords = 4000;

function leastPages(words: readonly StemUse[][]): number {
  const counts = words.map((stems) => stems.reduce((sum, { pages, materials }) => sum + pages + materials, 0));
  return counts.length === 0 ? 0 : Math.min(...counts);
}

/** What pages are ranked by. */
export function planPages(resolved: readonly ResolvedClause[], totals: { pages: number; words: number }): PagePlan {
  const probes = new Map<number, Probe[]>();
  const clauses: ClauseFacts[] = resolved.map(({ clause, terms, rarity }, index) => {
    for (const [term, { probes: found }] of terms.entries()) {
      for (const { word, place, weight } of found) {
        const share = clause.terms[term]?.likeness ?? 1;
        const list = probes.get(word) ?? [];
        list.push({ clause: index, term, place, weight: weight * share });
        probes.set(word, list);
      }
    }
    return { rarity, isOptional: clause.isOptional, lengths: clause.terms.map(({ words }) => words.length) };
  });
  return { probes, clauses, averageLength: totals.words / Math.max(1, totals.pages) };
}

/**
 * The expression of FTS5 for pages that have the clauses, in what is on them or in their titles; at least one clause must
 * be on the page itself, or the row be that of the material. Null if a clause is nowhere.
 */
export function writeMatch(clauses: readonly ResolvedClause[], excluded: readonly ResolvedClause[]): string | null {
  const parts: string[] = [];
  const onPage: string[] = [];
  let areAllInTitles = true;
  for (const { terms } of clauses) {
    const written = terms.flatMap((term) => writeTerm(term.words, true) ?? []);
    if (written.length === 0) return null;
    parts.push(written.length === 1 ? String(written[0]) : `(${written.join(' OR ')})`);
    onPage.push(...terms.flatMap((term) => writeTerm(term.words, false) ?? []));
    if (!terms.some((term) => term.words.every((stems) => stems.some(({ materials }) => materials > 0))))
      areAllInTitles = false;
  }
  if (parts.length === 0) return null;
  if (areAllInTitles) parts.push(`(${['z', ...onPage].join(' OR ')})`);
  const wanted = `(${parts.join(' AND ')})`;
  const without = excluded.flatMap(({ terms }) =>
    terms.flatMap(({ words }) => (words.length === 1 ? (writeTerm(words, true) ?? []) : [])),
  );
  return without.length === 0 ? wanted : `${wanted} NOT (${without.join(' OR ')})`;
}

function writeTerm(words: readonly StemUse[][], withTitles: boolean): string | null {
  const written: string[] = [];
  for (const stems of words) {
    const tokens = stems.flatMap(({ stem, pages, materials }) => {
      const number = stem.toString(36);
      return [...(pages > 0 ? [`p${number}`] : []), ...(withTitles && materials > 0 ? [`m${number}`] : [])];
    });
    if (tokens.length === 0) return null;
    written.push(tokens.length === 1 ? String(tokens[0]) : `(${tokens.join(' OR ')})`);
  }
  return written.length === 1 ? String(written[0]) : `(${written.join(' AND ')})`;
}

/**
 * The query with near words added to every clause of a single word. What was typed without spaces (`TCP/IP`) becomes
 * single words.
 */
export function withNearWords(query: SearchQuery, vocabulary: Vocabulary): SearchQuery {
  const clauses = query.clauses.flatMap(splitTyped).map((clause): QueryClause => {
    const [term, ...others] = clause.terms;
    const word = term?.words[0];
    if (!term || !word || others.length > 0 || term.isExact || clause.isOptional) return clause;
    const near = vocabulary.findNear(word).map(({ word: text, likeness }): QueryTerm => {
      const meant = { ...word, exact: text, stem: stemOf(text) };
      return { words: [meant], isExact: false, isPrefix: false, likeness: likeness * nearShare };
    });
    return { ...clause, terms: [term, ...near] };
  });
  return { ...query, clauses };
}

/** How much a near word counts beside the word itself. */
const nearShare = 0.6;

function splitTyped(clause: QueryClause): QueryClause[] {
  const [term, ...others] = clause.terms;
  if (!term || others.length > 0 || term.isExact || term.words.length === 1) return [clause];
  return term.words.map((word, index) => ({
    ...clause,
    terms: [{ ...term, words: [word], isPrefix: term.isPrefix && index === term.words.length - 1 }],
  }));
}
