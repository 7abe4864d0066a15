import { expect, test } from 'vitest';
import { addSearch, parseSearches } from './recent-searches.ts';

test('the newest search comes first, and only once regardless of case', () => {
  expect(addSearch(['stacks', 'Binary Trees', 'queues'], ' binary trees ')).toEqual([
    'binary trees',
    'stacks',
    'queues',
  ]);
  expect(addSearch(['stacks'], '   ')).toEqual(['stacks']);
});

test('ten searches are stored, each up to 500 characters', () => {
  const many = Array.from({ length: 30 }, (_, index) => `search ${index}`);
  expect(many.reduce<string[]>(addSearch, [])).toEqual(many.slice(-10).reverse());
  expect(addSearch([], 'x'.repeat(10_000))[0]).toHaveLength(500);
});

test('stored searches are read back; invalid ones are left out', () => {
  expect(parseSearches(JSON.stringify(['b', 'a']))).toEqual(['b', 'a']);
  expect(parseSearches(JSON.stringify(['b', 7, null, '', ' b', { q: 'x' }, 'a']))).toEqual(['b', 'a']);
  expect(parseSearches(JSON.stringify(Array.from({ length: 5000 }, (_, index) => `s${index}`)))).toHaveLength(10);
  for (const broken of [null, '', '{', '{"a":1}', '"text"', 'null']) expect(parseSearches(broken)).toEqual([]);
});
