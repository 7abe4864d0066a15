import { expect, test } from 'vitest';
import { findAnyWord, startOfBestHit } from './find-any-word.ts';
import { findMatches } from './find-matches.ts';
import type { OrderedText } from './reading-order.ts';

/** Builds a page from lines in file order and their reading order; `+` joins a line to the one before it. */
function pageOf(lines: readonly string[], order: readonly (number | `+${number}`)[]): OrderedText {
  const lineEnds: number[] = [];
  let length = 0;
  for (const line of lines) lineEnds.push((length += line.length));
  return {
    text: lines.join(''),
    lineEnds,
    lineOrder: order.map((line) => ({ line: Number(line), isJoined: String(line).startsWith('+') })),
  };
}

const partsOf = (page: OrderedText, spans: Uint32Array) =>
  Array.from({ length: spans.length / 2 }, (_, index) => page.text.slice(spans[index * 2], spans[index * 2 + 1]));
const found = (page: OrderedText, query: string) =>
  partsOf(page, findMatches(page, query, { matchCase: false, wholeWords: false, anyWord: false }));

const page = pageOf(['1. Explain locks.', 'Tribhuvan University', 'Institute of Science'], [1, 2, 0]);

test('a sentence is found if its lines follow each other on the page, in whatever order they are in the file', () => {
  expect(found(page, 'science 1. explain')).toEqual(['1. Explain', 'Science']);
  expect(partsOf(page, findAnyWord(page, '"science 1 explain"'))).toEqual(['1. Explain', 'Science']);
});

test('lines that follow each other in the file and on the page are one hit', () => {
  expect(found(page, 'university institute')).toEqual(['UniversityInstitute']);
});

test('text found in both orders is one hit, in the order of the file', () => {
  expect(found(page, 'i')).toEqual(Array.from({ length: 7 }, () => expect.stringMatching(/i/i)));
  expect(partsOf(page, findAnyWord(page, 'locks university'))).toEqual(['locks', 'University']);
});

test('a sentence is found even if its lines follow each other only in the file', () => {
  expect(found(page, 'locks. tribhuvan')).toEqual(['locks.Tribhuvan']);
});

test('raised letters are part of their word', () => {
  const raised = pageOf(['in the 2', 'nd', ' semester', 'Subject'], [3, 0, '+1', '+2']);
  expect(found(raised, '2nd semester')).toEqual(['2nd semester']);
});

test('the best hit of a page counts its words in reading order', () => {
  const columns = pageOf(['rotation', 'An AVL', 'x '.repeat(300), 'tree'], [2, 1, 3, 0]);
  expect(startOfBestHit(columns, 'avl tree')).toBe(columns.text.indexOf('AVL'));
});
