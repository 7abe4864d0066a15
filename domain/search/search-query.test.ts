import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxQueryLength, maxQueryWords, parseSearchQuery } from './search-query.ts';

/** Returns a query in short: `+` required, `?` optional, `-` excluded, quotes for exact phrases, `*` for beginnings. */
function read(typed: string): string {
  const { clauses, excluded } = parseSearchQuery(typed);
  const write = ({ words, isExact, isPrefix }: (typeof excluded)[number]) => {
    const text = words.map(({ exact }) => exact).join(' ');
    return (isExact ? `"${text}"` : text) + (isPrefix ? '*' : '');
  };
  return [
    ...clauses.map(({ terms, isOptional }) => (isOptional ? '?' : '+') + terms.map(write).join('|')),
    ...excluded.map((term) => `-${write(term)}`),
  ].join(' ');
}

test('all words are required, and the last is a beginning until white space follows', () => {
  expect(read('heap sort')).toBe('+heap +sort*');
  expect(read('heap sort ')).toBe('+heap +sort');
  expect(read('heap s')).toBe('+heap +s');
});

test('phrases in quotes are exact, even in typographic quotes', () => {
  expect(read('"Time Complexity" sort ')).toBe('+"time complexity" +sort');
  expect(read('“time complexity”')).toBe('+"time complexity"');
});

test('words and phrases with a minus are excluded; a hyphen inside a word is not a minus', () => {
  expect(read('sort -heap -"quick sort" ')).toBe('+sort -heap -"quick sort"');
  expect(read('divide-and-conquer ')).toBe('+divide and conquer');
  expect(read('a - b ')).toBe('?a +b');
});

test('a minus before a number, a variable or the option of a command excludes nothing', () => {
  expect(read('Solve x^2 -5x + 6 = 0 ')).toBe('+solve +x2 +5x +6 +0');
  expect(read('number -17 ')).toBe('+number +17');
  expect(read('sin -x ')).toBe('+sin +x');
  expect(read('ls -la ')).toBe('+ls ?la');
  expect(read('tar -xzf file ')).toBe('+tar ?xzf +file');
  expect(read('compile -Wall ')).toBe('+compile ?wall');
  expect(read('-Wall ')).toBe('+wall');
  const question = 'Explain deadlock -its conditions, prevention and detection in operating systems ';
  expect(read(question)).not.toContain('-its');
  expect(read('programming -C++ ')).toBe('+programming -c++');
});

test('OR joins two terms; elsewhere it is ignored', () => {
  expect(read('heap OR merge sort ')).toBe('+heap|merge +sort');
  expect(read('heap OR merge OR "quick sort" ')).toBe('+heap|merge|"quick sort"');
  expect(read('OR heap OR ')).toBe('+heap');
  expect(read('heap or merge ')).toBe('+heap ?or +merge');
});

test('text typed without spaces is found without spaces', () => {
  expect(read('TCP/IP ')).toBe('+tcp ip');
  expect(read('O(n log n)')).toBe('+o n +log +n');
  expect(read('C++')).toBe('+c++');
  expect(read('操作系统')).toBe('+操作 +作系 +系统*');
  expect(read('字 ')).toBe('+字');
});

test('very common words are optional, unless there is nothing else or they are in quotes', () => {
  expect(read('what is the heap ')).toBe('?what ?is ?the +heap');
  expect(read('what is the ')).toBe('+what +is +the');
  expect(read('"the heap" of ')).toBe('+"the heap" ?of');
});

test('quotes that are left open, lone operators, signs and emoji are no error', () => {
  expect(read('"heap sort')).toBe('+heap +sort*');
  expect(read('heap" sort ')).toBe('+heap +sort');
  for (const typed of ['', '   ', '"', '""', '-', '--', 'OR', 'AND', '🎉', '\0', '*', '(', '^', ':', '"" -"" OR'])
    expect(read(typed)).toBe('');
  expect(read('body:heap NEAR(a b) x* ^y')).toBe('+body heap +near a +b +x +y');
});

test('every text is parsed, within limits, and its words are at their typed positions', () => {
  const piece = fc.oneof(
    fc.constantFrom('"', '-', 'OR', ' ', '“', 'AND', '\0', '🎉', 'C++', '字', 'NEAR(', '*', ':', "'", '|'),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.lorem({ maxCount: 2 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const typed = parts.join('');
      const { clauses, excluded } = parseSearchQuery(typed);
      const words = [...clauses.flatMap(({ terms }) => terms), ...excluded].flatMap((term) => term.words);
      expect(words.length).toBeLessThanOrEqual(maxQueryWords);
      for (const { start, end, exact } of words) {
        expect(exact).not.toBe('');
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(typed.length);
      }
      for (const { terms } of clauses) expect(terms.length).toBeGreaterThan(0);
      expect(clauses.every(({ isOptional }) => isOptional)).toBe(clauses.length === 0);
    }),
  );
});

test('ten thousand words, operators and quotes are cut to the limits', () => {
  for (const piece of ['word ', '"', '-', 'OR ', '"a ', '-"', '"a" OR ', 'a|', '字', '(', ' "'])
    expect(parseSearchQuery(piece.repeat(10_000)).clauses.length).toBeLessThanOrEqual(maxQueryWords);
  expect(parseSearchQuery('x'.repeat(maxQueryLength * 10)).clauses).toHaveLength(1);
});
