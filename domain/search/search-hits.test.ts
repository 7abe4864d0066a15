import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withJoinedWords } from './joined-words.ts';
import { findHits } from './search-hits.ts';
import { parseSearchQuery } from './search-query.ts';

const marked = (text: string, typed: string) =>
  findHits(text, parseSearchQuery(typed)).map(({ start, end }) => text.slice(start, end));

test('inflected forms and beginnings of words are hits', () => {
  expect(marked('Sorting: he sorted by a heap.', 'sorts hea')).toEqual(['Sorting', 'sorted', 'heap']);
});

test('a phrase is a hit only as a whole, in its exact form', () => {
  expect(marked('time complexity, complexity of time, times complexity', '"time complexity"')).toEqual([
    'time complexity',
  ]);
  expect(marked('TCP and IP over TCP/IP', 'TCP/IP ')).toEqual(['TCP/IP']);
});

test('common words are hits only if the query has no others', () => {
  expect(marked('the heap of the sort', 'the heap ')).toEqual(['heap']);
  expect(marked('the heap of the sort', 'the ')).toEqual(['the', 'the']);
});

test('overlapping pairs of characters are one hit', () => {
  expect(marked('计算机操作系统原理', '操作系统')).toEqual(['操作系统']);
  expect(marked('计算机操作系统', '机 ')).toEqual(['机']);
});

test('a word that is divided at the end of a line is a hit', () => {
  expect(marked('an algo-\nrithm', 'algorithms ')).toEqual(['algo-\nrithm']);
});

test('a compound is a hit as a whole, and as one word', () => {
  expect(marked('an e-commerce site', 'ecommerce ')).toEqual(['e-commerce']);
  expect(marked('an e-commerce site', 'ecom')).toEqual(['e-commerce']);
  expect(marked('normalisation', 'normalization ')).toEqual(['normalisation']);
  const joined = findHits('a database', withJoinedWords(parseSearchQuery('data base ')));
  expect(joined).toEqual([{ start: 2, end: 10, clause: 0 }]);
});

test('hits are in order, inside the text, and do not overlap', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 5 }), (text, typed) => {
      let before = 0;
      for (const { start, end } of findHits(text, parseSearchQuery(typed))) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        before = end;
      }
    }),
  );
});
