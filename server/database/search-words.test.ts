import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase, indexedWords, parseSearch } from './search-words.ts';

test('the last word is a prefix, text in quotes is a phrase', () => {
  expect(parseSearch('graph theory')).toEqual([
    { words: ['graph'], isPrefix: false },
    { words: ['theory'], isPrefix: true },
  ]);
  expect(parseSearch('trees "graph theory"')).toEqual([
    { words: ['trees'], isPrefix: false },
    { words: ['graph', 'theory'], isPrefix: false },
  ]);
});

test('operators and signs alone leave nothing to search for', () => {
  expect(parseSearch('@ + - * ( ) < > ~ " ""')).toEqual([]);
});

test('a sign that belongs to a word is searched, an operator is not', () => {
  expect(parseSearch('C++')).toEqual([{ words: [indexedWords('C++')], isPrefix: true }]);
  expect(parseSearch('data++')).toEqual([{ words: ['data'], isPrefix: true }]);
});

test('a number is the same word in Devanagari and ASCII digits', () => {
  expect(indexedWords('गणित ०१२३४५६७८९')).toBe('गणित 0123456789');
  expect(parseSearch('"भौतिक २०८०" २०')).toEqual(parseSearch('"भौतिक 2080" 20'));
});

test('whatever is typed becomes words without quotes in them', () => {
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

test('folding is the same for every case of a text', () => {
  expect(foldCase('Straße')).toBe(foldCase('STRASSE'));
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
  expect(foldCase('e\u0301')).toBe(foldCase('É'));
});
