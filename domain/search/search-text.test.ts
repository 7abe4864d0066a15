import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldWord } from './search-fold.ts';
import { splitWords, stemOf } from './search-text.ts';

const wordsOf = (text: string) => splitWords(text).map(({ exact }) => exact);
const stemsOf = (text: string) => splitWords(text).map(({ exact }) => stemOf(exact));

test('case, accents, ligatures and superscripts are folded', () => {
  expect(wordsOf('Écoles CAFÉ naïve ﬁnal straße')).toEqual(['ecoles', 'cafe', 'naive', 'final', 'strasse']);
  expect(wordsOf('ΟΔΥΣΣΕΎΣ Ёлка')).toEqual(['οδυσσευσ', 'елка']);
  expect(wordsOf('n² n^2 x₁')).toEqual(['n2', 'n2', 'x1']);
  expect(wordsOf('Euler’s don’t')).toEqual(['euler', 'dont']);
});

test('British and American spellings share a stem, and a detached accent belongs to its word', () => {
  const pairs = [
    ['normalisation', 'normalization'],
    ['organised', 'organizes'],
    ['analysing', 'analyze'],
    ['behaviour', 'behaviors'],
    ['colourful', 'colorful'],
    ['centre', 'centers'],
    ['kilometres', 'kilometer'],
    ['modelling', 'modeled'],
    ['fuelled', 'fueled'],
    ['enrolment', 'enrollment'],
    ['catalogue', 'catalogs'],
    ['defence', 'defense'],
    ['practising', 'practice'],
    ['programme', 'programs'],
    ['haemoglobin', 'hemoglobin'],
    ['acknowledgement', 'acknowledgment'],
  ];
  for (const [one = '', other = ''] of pairs) expect([one, stemOf(one)]).toEqual([one, stemOf(other)]);
  for (const [one = '', other = ''] of [
    ['precise', 'precision'],
    ['promise', 'promised'],
    ['call', 'calling'],
  ])
    expect([one, stemOf(one)]).toEqual([one, stemOf(other)]);
  for (const [one = '', other = ''] of [
    ['four', 'for'],
    ['source', 'sorce'],
    ['prince', 'prinse'],
  ])
    expect(stemOf(one)).not.toBe(stemOf(other));
  expect(wordsOf('f¨oljande fo¨ljande ˚ar Franc¸ais d´ej`a')).toEqual(wordsOf('följande följande år Français déjà'));
});

test('a compound with hyphens is indexed as one word too, at its beginning', () => {
  const compounds = (text: string) => splitWords(text).flatMap(({ compound }) => (compound ? [compound.exact] : []));
  expect(compounds('e-commerce, B-trees and divide-and-conquer')).toEqual(['ecommerce', 'btrees', 'divideandconquer']);
  expect(compounds('CSC-206 3-D 10-20 -5 a- b well -known 1-2-3 a-b-c-d-e')).toEqual(['csc206', '3d']);
});

test('English words share a stem with their inflected forms and keep their exact form', () => {
  expect(stemsOf('sorting sorted sorts')).toEqual(['sort', 'sort', 'sort']);
  expect(wordsOf('Sorting')).toEqual(['sorting']);
});

test('terms of computing are found as typed', () => {
  expect(wordsOf('C++ and C#, .NET')).toEqual(['c++', 'and', 'c#', '.net']);
  expect(wordsOf('O(n log n) TCP/IP 2NF x86 i/o')).toEqual(['o', 'n', 'log', 'n', 'tcp', 'ip', '2nf', 'x86', 'i', 'o']);
  expect(splitWords('ASP.NET (.NET)').map(({ exact, also }) => [exact, also])).toEqual([
    ['asp', undefined],
    ['net', undefined],
    ['.net', ['net']],
  ]);
});

describe('other scripts', () => {
  test('words of Devanagari are whole, with their vowel signs; nukta and digits are folded', () => {
    expect(wordsOf('कम्प्युटर विज्ञान २०८०')).toEqual(['कम्प्युटर', 'विज्ञान', '2080']);
    expect(wordsOf('क़लम')).toEqual(wordsOf('\u0958लम'));
    expect(wordsOf('क़लम')).toEqual(['कलम']);
  });

  test('words of Arabic are whole, without vowels and tatweel; letters of several forms are one', () => {
    expect(wordsOf('الخوارزميّات القـاهرة إسلام ١٢')).toEqual(['الخوارزميات', 'القاهره', 'اسلام', '12']);
  });

  test('Chinese is found by pairs of characters, and by single ones', () => {
    expect(splitWords('操作系统').map(({ start, end, exact, also }) => [start, end, exact, also])).toEqual([
      [0, 2, '操作', ['操']],
      [1, 3, '作系', ['作']],
      [2, 4, '系统', ['系']],
      [3, 4, '统', undefined],
    ]);
    expect(wordsOf('Java语言的x')).toEqual(['java', '语言', '言的', '的', 'x']);
  });

  test('a sign of Thai and its marks are one character', () => {
    expect(wordsOf('ก็ดี')).toEqual(['ก็ดี', 'ดี']);
  });
});

test('a word that is divided at the end of a line is one word, and its halves are found too', () => {
  const text = 'an algo-\n  rithm, well-known';
  const [, word] = splitWords(text);
  expect(word).toMatchObject({ exact: 'algorithm', also: ['algo', 'rithm'] });
  expect(text.slice(word?.start, word?.end)).toBe('algo-\n  rithm');
  expect(wordsOf('well-known')).toEqual(['well', 'known']);
});

test('words are in order, inside the text, not empty, and of limited length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      let before = 0;
      for (const { start, end, exact, also } of splitWords(text)) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        for (const word of [exact, stemOf(exact), ...(also ?? [])]) {
          expect(word).not.toBe('');
          expect(word.length).toBeLessThanOrEqual(80);
        }
        before = start;
      }
    }),
  );
});

test('the stem of a word begins with the same character', () => {
  expect(stemOf('न्याय')).toBe('न्याय');
  const letters = fc.constantFrom(...'aeiouybcdlnrstmgf्ङञणंािीुेोकरनतमलहछसबपय');
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), (word) => {
      const exact = foldWord(word);
      expect(stemOf(exact).codePointAt(0)).toBe(exact.codePointAt(0));
    }),
    { numRuns: 2000 },
  );
});

test('a folded word is folded to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(foldWord(foldWord(text))).toBe(foldWord(text));
    }),
  );
});

test('texts without an end of a word are split in pieces of limited length', () => {
  const hostile = ['a', "a'", 'a-\n', 'a-        ', '字', 'x\u0301', 'é', 'क़ ', 'ก็', '\u0301', '.a', 'C++'];
  for (const piece of hostile) {
    const words = splitWords(piece.repeat(20_000));
    for (const { exact } of words) expect(exact.length).toBeLessThanOrEqual(80);
  }
});
