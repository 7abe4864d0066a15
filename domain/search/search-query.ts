import { isStopWord } from './stop-words.ts';
import { splitWords, stemOf, type TextWord } from './search-text.ts';

/** Maximum length of a query, in UTF-16 code units; a longer one is a page of text pasted by mistake. */
export const maxQueryLength = 2000;

/** Number of words after which the rest is ignored: a long question has fewer, and each costs an index lookup. */
export const maxQueryWords = 48;

/**
 * A word of a query. `start` and `end` give its position in the typed text. `isName`: it is probably the name of a person
 * or place, which is not in any dictionary of the library.
 */
export type QueryWord = Pick<TextWord, 'start' | 'end' | 'exact'> & { stem: string; isName?: boolean };

/**
 * A word, or several that must follow each other. `isExact` (for text in quotes) compares the exact forms of words,
 * otherwise their stems are compared. With `isPrefix`, the last word also matches the beginning of a word.
 */
export type QueryTerm = {
  words: readonly QueryWord[];
  isExact: boolean;
  isPrefix: boolean;
  /** Likelihood, from 0 to 1, that the user meant this word although it was not typed in this form. */
  likeness?: number;
  /** True for another spelling of the typed word, such as `database` for `data base`, which is not a correction. */
  isVariant?: boolean;
};

/**
 * Alternative terms, of which one must match. Words such as "the" are optional if there are others; they affect only
 * the order.
 */
export type QueryClause = { terms: readonly QueryTerm[]; isOptional: boolean };

export type SearchQuery = { clauses: readonly QueryClause[]; excluded: readonly QueryTerm[] };

/** A piece of the typed text: in quotes, or without white space. */
const pieces = /(?<=^|\s)(-?)["“”„]([^"“”„]*)["“”„]|(?:[^\s"“”„]|(?<=\S)["“”„])+|["“”„]/gu;

/**
 * Parses the typed text: words that must all match, `"phrases"`, `-without`, `one OR another`. A minus before a number,
 * a variable or the option of a command (`-17`, `-x`, `-Wall`) excludes nothing. The last word counts as the beginning
 * of a word, unless white space or a quotation mark follows. Every text is a valid query: operators without a word, and
 * a quotation mark that is never closed, are ignored. Without words there are no clauses.
 */
export function parseSearchQuery(typed: string): SearchQuery {
  const text = typed.slice(0, maxQueryLength);
  const required: QueryTerm[][] = [];
  const excluded: QueryTerm[] = [];
  const options = new Set<QueryTerm[]>();
  const isQuestion = isCommandLine(text) || text.trim().split(/\s+/u).length > maxFilterWords;
  let wordsLeft = maxQueryWords;
  let joinsLast = false;
  for (const match of text.matchAll(pieces)) {
    const [piece, sign, quoted] = match;
    if (piece === 'OR' || piece === '|') {
      joinsLast = required.length > 0;
      continue;
    }
    if (piece === 'AND') continue;
    const isQuoted = quoted !== undefined;
    const minus = isQuoted ? 'without' : readMinus(piece, isQuestion);
    const isExcluded = isQuoted ? sign === '-' : minus === 'without';
    const words = wordsOf(piece, match.index).slice(0, wordsLeft);
    wordsLeft -= words.length;
    if (words.length === 0) continue;
    const isLast = match.index + piece.length === text.length;
    const terms = isQuoted
      ? [{ words, isExact: true, isPrefix: false }]
      : termsOf(words, isLast && !isExcluded && canBePrefix(words.at(-1), text.length));
    const [first, ...rest] = terms;
    if (isExcluded) excluded.push(...terms.slice(0, 1));
    else if (joinsLast && first) {
      required.at(-1)?.push(first);
      required.push(...rest.map((term) => [term]));
    } else {
      const added = terms.map((term) => [term]);
      required.push(...added);
      if (minus === 'option') for (const each of added) options.add(each);
    }
    joinsLast = false;
  }
  markNames(text, required);
  return { clauses: toClauses(required, options), excluded };
}

/** Titles of persons, before a name. */
const titles = new Set('prof professor dr doctor mr mrs ms miss er engr sir'.split(' '));

/**
 * Marks names: capitalised words after the title of a person, or among words in small letters, but not at the beginning,
 * where a phone writes a capital.
 */
function markNames(text: string, required: readonly QueryTerm[][]): void {
  const words = required.flatMap(([term]) => term?.words ?? []);
  const isCapitalised = ({ start, end }: QueryWord) => /^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end));
  const hasSmall = words.some(({ start }) => /^\p{Ll}/u.test(text.slice(start)));
  let followsTitle = false;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const isTitle = titles.has(word.exact) && next !== undefined && isCapitalised(next);
    if (isTitle || (isCapitalised(word) && (followsTitle || (hasSmall && index > 0)))) word.isName = true;
    followsTitle = isTitle || (followsTitle && isCapitalised(word));
  }
}

/** Number of words from which a query counts as a copied question, in which a minus is part of the text. */
const maxFilterWords = 8;
/** Minimum length of an excluded word; shorter words after a minus are variables or options. */
const minExcludedLength = 3;
/** Commands that are not English words; words with a minus after them are their options. */
const commands = new Set(
  (
    'awk cc chmod chown clang cp df docker du g++ gcc gdb git grep gunzip gzip ifconfig ipconfig javac ld ls man mkdir mv nasm ' +
    'netstat nmap nslookup npm pip ps pwd rm rmdir scp sed ssh sudo systemctl tar traceroute uname unzip wc wget curl'
  ).split(' '),
);

function isCommandLine(text: string): boolean {
  return text.split(/\s+/u).some((word) => commands.has(word));
}

/**
 * Interprets the minus before a word: it excludes the word (`-heap`), is a sign (`-5x`), or belongs to an option
 * (`-Wall`), which is not required. Returns `sign` for words without a minus.
 */
function readMinus(piece: string, isQuestion: boolean): 'without' | 'option' | 'sign' {
  const [, word = ''] = /^-(\p{L}[\p{L}\p{M}]*)/u.exec(piece) ?? [];
  if (/^-c(?:\+\+|#)$/iu.test(piece)) return 'without';
  if (word.length < 2 || /[\p{N}^=+*()]/u.test(piece)) return 'sign';
  const isOption = isQuestion || word.length < minExcludedLength || /^\p{Lu}\p{Ll}/u.test(word);
  return isOption ? 'option' : 'without';
}

/** Returns the words without those that repeat the second half of a pair of characters: "系" after "操作 作系". */
function wordsOf(piece: string, offset: number): QueryWord[] {
  const words = splitWords(piece);
  return words
    .filter(({ start, end }, index) => {
      const before = words[index - 1];
      return !before || before.end < end || before.start === start;
    })
    .map(({ start, end, exact }) => ({ start: start + offset, end: end + offset, exact, stem: stemOf(exact) }));
}

/** Text typed without spaces must match without spaces (`TCP/IP`), except for characters in pairs, which are words. */
function termsOf(words: readonly QueryWord[], isPrefix: boolean): QueryTerm[] {
  const groups: QueryWord[][] = [];
  for (const word of words) {
    const before = groups.at(-1)?.at(-1);
    if (!before || isPair(before) || isPair(word)) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups.map((group, index) => ({
    words: group,
    isExact: false,
    isPrefix: isPrefix && index === groups.length - 1,
  }));
}

function isPair({ exact }: QueryWord): boolean {
  return /^[\u0e00-\u0fff\u1000-\u11ff\u1780-\u17ff\u3005-\ud7af\uf900-\ufaff]/.test(exact);
}

/** Minimum length of a prefix; a shorter one is the beginning of too many words. */
const minPrefixLength = 2;

function canBePrefix(word: QueryWord | undefined, end: number): boolean {
  return (
    word !== undefined &&
    word.end === end &&
    word.exact.length >= minPrefixLength &&
    /[\p{L}\p{M}\p{N}]$/u.test(word.exact)
  );
}

function toClauses(required: readonly QueryTerm[][], options: ReadonlySet<readonly QueryTerm[]>): QueryClause[] {
  const isCommon = ([term, ...others]: readonly QueryTerm[]) =>
    others.length === 0 && term !== undefined && !term.isExact && term.words.every(({ exact }) => isStopWord(exact));
  const mayLack = (terms: readonly QueryTerm[]) => options.has(terms) || isCommon(terms);
  const hasOthers = required.some((terms) => !mayLack(terms));
  return required.map((terms) => ({ terms, isOptional: hasOthers && mayLack(terms) }));
}

/** Returns the excluded words as typed, each with the query without its minus. */
export function listExcluded(typed: string, { excluded }: SearchQuery): { text: string; q: string }[] {
  return excluded.flatMap(({ words }) => {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const minus = typed.lastIndexOf('-', start);
    return minus < 0 ? [] : [{ text: typed.slice(start, end), q: typed.slice(0, minus) + typed.slice(minus + 1) }];
  });
}
