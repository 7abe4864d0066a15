import { expect, test } from 'vitest';
import type { PageText } from '#app/features/reader/pdf/page-text.ts';
import { sentencesOf } from './sentences.ts';

/** Returns the text of a page with these lines, joined without separators as in its text layer. */
function pageOf(...lines: string[]): PageText {
  const text = lines.join('');
  let end = 0;
  return {
    text,
    lineEnds: Uint32Array.from(lines.slice(0, -1), (line) => (end += line.length)),
    lineOrder: { parts: [], isReordered: false } as never,
    pieceStarts: new Uint32Array(),
    piecePoints: new Float32Array(),
  };
}

const wordsOf = (...lines: string[]) => sentencesOf(pageOf(...lines)).map(({ words }) => words);

test('sentences go over lines, and a line has several', () => {
  expect(wordsOf('What is a compiler? Name', 'its phases. Explain', 'one of them')).toEqual([
    'What is a compiler?',
    'Name its phases.',
    'Explain one of them',
  ]);
});

test('the span of a sentence is its part of the text of the page', () => {
  const page = pageOf('  What is a compiler? Name', 'its phases.');
  expect(sentencesOf(page).map(({ start, end }) => page.text.slice(start, end))).toEqual([
    'What is a compiler?',
    'Nameits phases.',
  ]);
});

test('numbers, letters and abbreviations do not end a sentence; a numbered line begins one', () => {
  expect(
    wordsOf(
      '1. Describe a tree, e.g. an AVL tree',
      '2) State the rule of J. Smith, cf. Fig. 3',
      '(a) its use',
      'iv. cost',
    ),
  ).toEqual([
    '1. Describe a tree, e.g. an AVL tree',
    '2) State the rule of J. Smith, cf.',
    'Fig. 3',
    '(a) its use',
    'iv. cost',
  ]);
  expect(wordsOf('Its value is 3.14 (see [2.]) and', 'more.')).toEqual(['Its value is 3.14 (see [2.]) and more.']);
});

test('a factorial does not end a sentence', () => {
  expect(wordsOf('Compute 𝑛! and 5! in C! Why?')).toEqual(['Compute 𝑛! and 5! in C! Why?']);
  expect(wordsOf('Stop there! Why?')).toEqual(['Stop there!', 'Why?']);
});

test('sentences in Nepali end with a danda', () => {
  expect(wordsOf('१. प्रश्नको उत्तर दिनुहोस्। सबै', 'अनिवार्य छन् ।')).toEqual(['१. प्रश्नको उत्तर दिनुहोस्।', 'सबै अनिवार्य छन् ।']);
});

test('a word that was divided at the end of a line is spoken whole, and a hyphen stays', () => {
  expect(wordsOf('Explain multi-', 'plication of two-', 'Dimensional arrays')).toEqual([
    'Explain multiplication of two- Dimensional arrays',
  ]);
});

test('a text without ends is divided between words, and one without spaces anywhere', () => {
  const spoken = wordsOf('word '.repeat(100).trim());
  expect(spoken.map(({ length }) => length)).toEqual([239, 239, 19]);
  expect(wordsOf('x'.repeat(500)).map(({ length }) => length)).toEqual([240, 240, 20]);
  expect(wordsOf(...Array.from({ length: 20 }, () => 'a line of some words'))).toHaveLength(2);
});

test('a page without words has no sentences', () => {
  expect([wordsOf(''), wordsOf('  ', ' ')]).toEqual([[], []]);
});
