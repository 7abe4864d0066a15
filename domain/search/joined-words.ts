import type { QueryClause, QueryTerm, QueryWord, SearchQuery } from './search-query.ts';
import { stemOf } from './search-text.ts';
import { isStopWord } from './stop-words.ts';

/**
 * Weights of other spellings of a word, so that the exact spelling comes first. A code with a space is nearly the same.
 */
export const variantShare = { compound: 0.75, code: 0.95 };

/** Spaces and a hyphen may be between the parts of a word, as in a copied passage. In UTF-16 code units. */
const maxGap = 3;
const maxParts = 4;
const maxJoinedLength = 40;

/**
 * Lets adjacent words of the query also match as one word: `database` for `data base`, `ecommerce` for `e-commerce`,
 * `CSC206` for `CSC 206` and `CSC-206`.
 */
export function withJoinedWords(query: SearchQuery): SearchQuery {
  const { clauses } = query;
  const joined = clauses.map((clause, index) => joinPair(clause, clauses[index + 1]));
  return {
    ...query,
    clauses: clauses.map((clause, index) => {
      const more = [joinTyped(clause), joined[index - 1], joined[index]].filter(
        (term) => term !== null && term !== undefined,
      );
      return more.length === 0 ? clause : { ...clause, terms: [...clause.terms, ...more] };
    }),
  };
}

/** Returns a term such as `e-commerce` as one word. */
function joinTyped(clause: QueryClause): QueryTerm | null {
  const term = typedTerm(clause);
  return term && term.words.length > 1 ? join(term.words, term.isPrefix) : null;
}

/** Returns the single words of two clauses as one joined word. */
function joinPair(one: QueryClause, other: QueryClause | undefined): QueryTerm | null {
  const [before, after] = [typedTerm(one), other && typedTerm(other)];
  if (!before || !after || before.words.length > 1 || after.words.length > 1) return null;
  const words = [...before.words, ...after.words];
  return words.every(({ exact }) => isStopWord(exact)) ? null : join(words, after.isPrefix);
}

/** Returns the typed term among the variants of a clause; null for a phrase in quotes and for alternatives. */
export function typedTerm({ terms }: QueryClause): QueryTerm | null {
  const [term, ...others] = terms;
  return term && !term.isExact && others.every(({ isVariant }) => isVariant) ? term : null;
}

function join(words: readonly QueryWord[], isPrefix: boolean): QueryTerm | null {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length > maxParts) return null;
  const isApart = words.some(({ start }, index) => start - (words[index - 1]?.end ?? start) > maxGap);
  const isOverlapping = words.some(({ start }, index) => index > 0 && start <= (words[index - 1]?.end ?? 0));
  const exact = words.map((word) => word.exact).join('');
  if (isApart || isOverlapping || !isWordLike(exact)) return null;
  const likeness = isCode(exact) ? variantShare.code : variantShare.compound;
  const word = { start: first.start, end: last.end, exact, stem: stemOf(exact) };
  return { words: [word], isExact: false, isPrefix, likeness, isVariant: true };
}

/** False for single letters and for adjacent numbers: `O(n`, `2079 2080`. */
function isWordLike(exact: string): boolean {
  if (exact.length > maxJoinedLength || /^\d+$/.test(exact) || !/^[\p{L}\p{M}\p{N}]+$/u.test(exact)) return false;
  return exact.length >= 4 || (exact.length === 3 && /\d/.test(exact));
}

/** True for a code of letters and then a number, as `csc206`. */
export function isCode(exact: string): boolean {
  return /^[a-z]{2,8}\d{2,5}[a-z]?$/.test(exact);
}
