import { isCode, typedTerm, variantShare } from '#domain/search/joined-words.ts';
import type { QueryClause, QueryTerm, QueryWord, SearchQuery } from '#domain/search/search-query.ts';
import { stemOf } from '#domain/search/search-text.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import type { IndexReads } from './index-reads.ts';

type Counts = ReadonlyMap<string, number>;

const minSplitLength = 5;
const maxSplitLength = 32;
/** Each costs a read of the lists of two words. */
const maxSplits = 2;

/**
 * Returns the query with each word allowed also as two successive words that are both in the index: `data base` for
 * `database`, `CSC 206` for `CSC206`. The index itself stores printed words with hyphens in both forms.
 */
export async function withSplitWords(query: SearchQuery, countWords: IndexReads['countWords']): Promise<SearchQuery> {
  const splits = query.clauses.map((clause) => splitsOf(clause));
  const halves = new Set(splits.flat().flatMap(({ before, after }) => [before, after, stemOf(after)]));
  if (halves.size === 0) return query;
  const counts = await countWords([...halves]);
  return {
    ...query,
    clauses: query.clauses.map((clause, index) => {
      const [word] = typedTerm(clause)?.words ?? [];
      const own = (splits[index] ?? []).map((split) => ({ ...split, pages: pagesOf(split, counts) }));
      const best = own.filter(({ pages }) => pages > 0).toSorted((one, other) => other.pages - one.pages);
      if (!word || best.length === 0) return clause;
      return { ...clause, terms: [...clause.terms, ...best.slice(0, maxSplits).map((split) => toPhrase(word, split))] };
    }),
  };
}

type Split = { before: string; after: string };

/**
 * Returns the maximum number of pages with both halves: the number for the rarer half, because both must be on the
 * page.
 */
function pagesOf({ before, after }: Split, counts: Counts): number {
  return Math.min(counts.get(before) ?? 0, Math.max(counts.get(after) ?? 0, counts.get(stemOf(after)) ?? 0));
}

function splitsOf(clause: QueryClause): Split[] {
  const words = typedTerm(clause)?.words ?? [];
  const exact = words.length === 1 ? (words[0]?.exact ?? '') : '';
  if (exact.length > maxSplitLength) return [];
  if (isCode(exact)) {
    const at = exact.search(/\d/);
    return [{ before: exact.slice(0, at), after: exact.slice(at) }];
  }
  if (exact.length < minSplitLength || !/^[a-z]+$/.test(exact)) return [];
  return Array.from({ length: exact.length - 1 }, (_, at) => ({
    before: exact.slice(0, at + 1),
    after: exact.slice(at + 1),
  })).filter(mayBeWords);
}

/** True for the parts of `e commerce` and `data set`; not for those of `a round` and `in order`. */
function mayBeWords({ before, after }: Split): boolean {
  if (after.length < 3 || isStopWord(before) || isStopWord(after)) return false;
  return before.length > 1 || !/[aiou]/.test(before);
}

function toPhrase({ start, end, exact }: QueryWord, { before, after }: Split): QueryTerm {
  const word = (part: string) => ({ start, end, exact: part, stem: stemOf(part) });
  const likeness = isCode(exact) ? variantShare.code : variantShare.compound;
  return { words: [word(before), word(after)], isExact: false, isPrefix: false, likeness, isVariant: true };
}

const minPartLength = 2;
const maxParts = 4;

/**
 * Returns the query in which each word that no text has, such as `operatingsystem`, is replaced by the words that it
 * consists of, anywhere on a page. Returns null if there is no such word.
 */
export async function withWordsApart(
  query: SearchQuery,
  countWords: IndexReads['countWords'],
): Promise<SearchQuery | null> {
  const long = query.clauses.map((clause) => {
    const [word, ...others] = typedTerm(clause)?.words ?? [];
    const isLong = word && others.length === 0 && /^[a-z]+$/.test(word.exact);
    return isLong && word.exact.length >= minSplitLength && word.exact.length <= maxSplitLength ? word : null;
  });
  const parts = new Set(long.flatMap((word) => (word ? [word.exact, ...partsOf(word.exact)] : [])));
  if (parts.size === 0) return null;
  const counts = await countWords([...parts]);
  let isChanged = false;
  const clauses = query.clauses.flatMap((clause, index) => {
    const word = long[index];
    const found = word && !counts.has(word.exact) ? findParts(word.exact, counts) : null;
    if (!word || !found) return [clause];
    isChanged = true;
    return found.map((exact) => toClause(word, exact));
  });
  return isChanged ? { ...query, clauses } : null;
}

function toClause({ start, end }: QueryWord, exact: string): QueryClause {
  const words = [{ start, end, exact, stem: stemOf(exact) }];
  // The typed text consists of all these words, so none of them is a correction of it.
  return { terms: [{ words, isExact: false, isPrefix: false, isVariant: true }], isOptional: isStopWord(exact) };
}

function partsOf(exact: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < exact.length; from += 1)
    for (let to = from + minPartLength; to <= exact.length; to += 1) parts.push(exact.slice(from, to));
  return parts;
}

/**
 * Splits a word into the fewest words; of several such splits, chooses the one whose rarest word is most frequent. Null
 * if there is none.
 */
function findParts(exact: string, counts: Counts): string[] | null {
  /** The best split of each beginning of the word, by its length. */
  const best: ({ parts: string[]; least: number } | null)[] = [{ parts: [], least: Number.POSITIVE_INFINITY }];
  for (let to = 1; to <= exact.length; to += 1) {
    best[to] = null;
    for (let from = 0; from <= to - minPartLength; from += 1) {
      const [before, part] = [best[from], exact.slice(from, to)];
      const pages = counts.get(part) ?? (isStopWord(part) ? 1 : undefined);
      if (!before || pages === undefined || before.parts.length >= maxParts) continue;
      const least = Math.min(before.least, pages);
      const known = best[to];
      const isFewer = !known || before.parts.length + 1 < known.parts.length;
      if (isFewer || (before.parts.length + 1 === known.parts.length && least > known.least))
        best[to] = { parts: [...before.parts, part], least };
    }
  }
  const found = best[exact.length];
  return found && found.parts.length > 1 ? found.parts : null;
}
