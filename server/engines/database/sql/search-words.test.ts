import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase, indexedWords, parseSearch } from './search-words.ts';

test('parses the last word as a prefix and quoted text as a phrase', () => {
  expect(parseSearch('graph theory')).toEqual([
    { words: ['graph'], isPrefix: false },
    { words: ['theory'], isPrefix: true },
  ]);
  expect(parseSearch('trees "graph theory"')).toEqual([
    { words: ['trees'], isPrefix: false },
    { words: ['graph', 'theory'], isPrefix: false },
  ]);
});

test('returns no terms for a search of operators and signs alone', () => {
  expect(parseSearch('@ + - * ( ) < > ~ " ""')).toEqual([]);
});

test('searches a sign that belongs to a word, but not an operator', () => {
  expect(parseSearch('C++')).toEqual([{ words: [indexedWords('C++')], isPrefix: true }]);
  expect(parseSearch('data++')).toEqual([{ words: ['data'], isPrefix: true }]);
});

test('treats a number in Devanagari and ASCII digits as the same word', () => {
  expect(indexedWords('गणित ०१२३४५६७८९')).toBe('गणित 0123456789');
  expect(parseSearch('"भौतिक २०८०" २०')).toEqual(parseSearch('"भौतिक 2080" 20'));
});

test('converts any input to words without quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const { words } of parseSearch(text)) {
        expect(words.length).toBeGreaterThan(0);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}\p{Co}]+$/u);
      }
    }),
    { seed: 4 },
  );
});

test('folds upper and lower case to the same form', () => {
  expect(foldCase('Straße')).toBe(foldCase('STRASSE'));
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
  expect(foldCase('e\u0301')).toBe(foldCase('É'));
});
