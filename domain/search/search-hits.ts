import type { QueryTerm, QueryWord, SearchQuery } from './search-query.ts';
import { splitWords, stemOf, type TextWord } from './search-text.ts';

/** A matching part of a text, in UTF-16 code units; `clause` is the index of the query's clause that it matches. */
export type Hit = { start: number; end: number; clause: number };

/**
 * Finds the words of a query in a text, in order and without overlaps. Phrases count only as a whole; optional words
 * never count.
 */
export function findHits(text: string, query: SearchQuery, words: readonly TextWord[] = splitWords(text)): Hit[] {
  const starters = createStarters(query);
  const hits: Hit[] = [];
  for (const [position, word] of words.entries()) {
    for (const { term, clause } of starters(word)) {
      const end = endOfTerm(term, words, position);
      if (end === null) continue;
      addHit(hits, { start: word.start, end, clause });
      break;
    }
  }
  return hits;
}

/** Adds a hit. Of two hits with the same start, the longer one is found first (see `starters`). */
function addHit(hits: Hit[], hit: Hit): void {
  const last = hits.at(-1);
  if (!last || hit.start >= last.end) hits.push(hit);
  else if (hit.end > last.end) last.end = hit.end;
}

type Starter = { term: QueryTerm; clause: number };

const none: Starter[] = [];

/** Returns a function that looks up the terms that may begin with a word. */
function createStarters({ clauses }: SearchQuery): (word: TextWord) => Starter[] {
  const byWord = new Map<string, Starter[]>();
  const prefixes: { text: string; starter: Starter }[] = [];
  for (const [clause, { terms, isOptional }] of clauses.entries()) {
    if (isOptional) continue;
    for (const term of terms) {
      const starter = { term, clause };
      const [first] = term.words;
      if (!first) continue;
      const key = term.isExact ? first.exact : first.stem;
      byWord.set(key, [...(byWord.get(key) ?? []), starter]);
      if (term.isPrefix && term.words.length === 1) prefixes.push({ text: first.exact, starter });
    }
  }
  for (const starters of byWord.values())
    starters.sort((one, other) => other.term.words.length - one.term.words.length);
  // Most words of a text begin with another character than those of the query; a stem begins like its word.
  const firsts = new Set([...byWord.keys(), ...prefixes.map(({ text }) => text)].map((key) => key.codePointAt(0)));
  return (word) => {
    if (!word.also && !firsts.has(word.exact.codePointAt(0))) return none;
    const forms = word.compound ? [word.exact, word.compound.exact] : [word.exact];
    const keys = [...forms.flatMap((form) => [form, stemOf(form)]), ...(word.also ?? [])];
    const found = keys.flatMap((key) => byWord.get(key) ?? []);
    if (prefixes.length === 0) return found;
    const begun = prefixes.filter(({ text }) => forms.some((form) => form.startsWith(text)));
    return [...found, ...begun.map(({ starter }) => starter)];
  };
}

/**
 * Returns the end of a hit. If a single character was found in a pair of characters, the hit ends where the next pair
 * begins.
 */
function endOf({ words }: QueryTerm, all: readonly TextWord[], last: number): number {
  const word = all[last];
  const next = all[last + 1];
  const end = word?.end ?? 0;
  return word?.also?.[0] === words.at(-1)?.exact && next && next.start < end ? next.start : end;
}

/** Returns the end of a term that begins with the word at `position`; null if it does not begin there. */
function endOfTerm(term: QueryTerm, words: readonly TextWord[], position: number): number | null {
  if (followsFrom(term, words, position)) return endOf(term, words, position + term.words.length - 1);
  const compound = words[position]?.compound;
  const [wanted] = term.words;
  if (!compound || !wanted || term.words.length > 1) return null;
  return isForm(compound.exact, wanted, term, term.isPrefix) ? compound.end : null;
}

/** True if a word of a text is the wanted word, one of its forms or, if allowed, a longer word. */
function isForm(exact: string, wanted: QueryWord, { isExact }: QueryTerm, mayBeLonger: boolean): boolean {
  if (isExact) return exact === wanted.exact;
  return stemOf(exact) === wanted.stem || (mayBeLonger && exact.startsWith(wanted.exact));
}

/** True if the words from `position` on are those of the term. */
function followsFrom(term: QueryTerm, all: readonly TextWord[], position: number): boolean {
  const { words, isPrefix } = term;
  return words.every((wanted, index) => {
    const word = all[position + index];
    if (!word) return false;
    if (word.also?.includes(wanted.exact)) return true;
    return isForm(word.exact, wanted, term, isPrefix && index === words.length - 1);
  });
}
