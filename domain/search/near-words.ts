import { editDistance } from '#domain/edit-distance.ts';
import { typedTerm } from './joined-words.ts';
import type { QueryClause, QueryWord } from './search-query.ts';
import { isStopWord } from './stop-words.ts';

/** Finds words that differ by one slip from a word: of the keyboard, of spelling, or of text recognition. */

/** A word that the user may have meant, and the likelihood of the slip, from 0 to 1. */
export type NearWord = { word: string; likeness: number };

/** Minimum length of a word that is corrected. Shorter words differ by one slip from too many others. */
export const minSlipLength = 3;
const maxSlipLength = 32;

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Neighbouring keys of each key, including those in the rows above and below. */
const neighbours = new Map<string, Set<string>>();
for (const [index, row] of rows.entries())
  for (const [place, key] of [...row].entries()) {
    const near = [row[place - 1], row[place + 1]];
    for (const other of [rows[index - 1], rows[index + 1]])
      near.push(other?.[place - 1], other?.[place], other?.[place + 1]);
    neighbours.set(key, new Set(near.filter((each) => each !== undefined)));
  }

/** Letters that recognition confuses, in both directions. */
const alike: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['ii', 'u'],
  ['li', 'h'],
  ['ri', 'n'],
  ['0', 'o'],
  ['1', 'l'],
  ['1', 'i'],
  ['5', 's'],
  ['8', 'b'],
  ['l', 'i'],
  ['e', 'c'],
];

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  [...range(0x905, 0x939), ...range(0x93e, 0x94d), '\u0902', '\u0903'].join(''),
  [...range(0x621, 0x63a), ...range(0x641, 0x64a)].join(''),
  [...range(0x430, 0x44f)].join(''),
  [...range(0x3b1, 0x3c9)].join(''),
];

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}

/**
 * Returns all texts that are one slip away from a folded word, whether they are words or not: a letter left out,
 * doubled or added, two swapped, a different one (a neighbouring key is likelier), or letters that recognition
 * confuses. Returns none for numbers, and only those of recognition for words with signs or digits.
 */
export function slipsOf(word: string): NearWord[] {
  const letters = [...word];
  if (letters.length < minSlipLength || letters.length > maxSlipLength || /^\d+$/.test(word)) return [];
  const found = new Map<string, number>();
  const add = (text: string, likeness: number) => {
    if (text !== word && (found.get(text) ?? 0) < likeness) found.set(text, likeness);
  };
  addConfusions(word, add);
  const alphabet = alphabets.find((each) => letters.every((letter) => each.includes(letter)));
  if (alphabet) addSlips(letters, alphabet, add);
  return [...found].map(([text, likeness]) => ({ word: text, likeness }));
}

type Add = (text: string, likeness: number) => void;

function addConfusions(word: string, add: Add): void {
  for (const pair of alike)
    for (const [from, to] of [pair, [pair[1], pair[0]] as const])
      for (let at = word.indexOf(from); at >= 0; at = word.indexOf(from, at + 1))
        add(word.slice(0, at) + to + word.slice(at + from.length), 0.7);
}

function addSlips(letters: readonly string[], alphabet: string, add: Add): void {
  for (const [at, letter] of letters.entries()) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const next = letters[at + 1];
    // The first letter is rarely the wrong one.
    const share = at === 0 ? 0.8 : 1;
    add(before + after, (letter === next ? 1 : 0.8) * share);
    if (next !== undefined) add(before + next + letter + letters.slice(at + 2).join(''), share);
    for (const other of alphabet) {
      add(before + other + after, (neighbours.get(letter)?.has(other) ? 0.9 : 0.55) * share);
      add(before + other + letter + after, (other === letter || other === letters[at - 1] ? 1 : 0.85) * share);
    }
    if (at === letters.length - 1)
      for (const other of alphabet) add(before + letter + other, other === letter ? 1 : 0.8);
  }
}

/** A word of the index that the user may have meant, and its number of pages. */
export type NearUse = NearWord & { pages: number };

/** Maximum number of near words that are tried for each word. */
const maxNearWords = 12;

/** Sorts the likeliest first: a likely slip and a frequent word. Leaves out words like `to`, which are never meant. */
export function orderNear(near: readonly NearUse[]): NearUse[] {
  const value = ({ pages, likeness }: NearUse) => likeness ** 3 * Math.log(2 + pages);
  const meant = near.filter(({ word }) => !isStopWord(word));
  return meant.sort((one, other) => value(other) - value(one)).slice(0, maxNearWords);
}

/** Minimum length of words with two slips. */
const minFarLength = 7;
/** Maximum number of words, the most frequent ones, that are compared with a word. */
export const maxFarWords = 4000;
/** Number of letters of which either the first or the last must be the same. */
const sameLetters = 3;

/**
 * Returns the words to compare with a long word: those with the same first letter, with the same beginning or ending, and
 * of about the same length. Null for other words.
 */
export function farWordsOf(
  word: string,
): { initial: string; beginning: string; ending: string; least: number; most: number } | null {
  if (word.length < minFarLength) return null;
  return {
    initial: word.slice(0, 1),
    beginning: word.slice(0, sameLetters),
    ending: word.slice(-sameLetters),
    least: word.length - 2,
    most: word.length + 2,
  };
}

/** Returns those of the words that are at most two slips away. */
export function chooseFar(word: string, found: readonly { word: string; pages: number }[]): NearUse[] {
  return found.map((each) => ({ ...each, likeness: 0.5 })).filter((each) => editDistance(word, each.word, 2) <= 2);
}

/**
 * Returns the word of a clause that near words may replace; null for clauses that the user means literally. `before`
 * and `after` are the neighbouring clauses.
 */
export function mayBeMisspelt(clause: QueryClause, before?: QueryClause, after?: QueryClause): QueryWord | null {
  const word = singleWord(clause);
  if (!word || word.isName || clause.isOptional || isStopWord(word.exact) || /\d/.test(word.exact)) return null;
  const isInCode = [before, after].some((other) => isCodeNumber(other && singleWord(other)));
  return isInCode && /^[a-z]{2,5}$/.test(word.exact) ? null : word;
}

/** True for `264` in `CSC 264`, but not for a year, which says nothing about the neighbouring word. */
const isCodeNumber = (word: QueryWord | null | undefined) =>
  word ? /^\d{2,4}[a-z]?$/.test(word.exact) && !/^(?:19|20)\d\d$/.test(word.exact) : false;

function singleWord(clause: QueryClause): QueryWord | null {
  const term = typedTerm(clause);
  return term?.words.length === 1 ? (term.words[0] ?? null) : null;
}

/** A word to replace a part of the typed text, in UTF-16 code units. */
export type Correction = { start: number; end: number; word: string };

/** Returns the typed text with the corrected words in place of the typed ones. */
export function withCorrections(typed: string, corrections: readonly Correction[]): string {
  return [...corrections]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, word }) => text.slice(0, start) + word + text.slice(end), typed)
    .trim();
}
