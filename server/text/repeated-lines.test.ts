import { expect, test } from 'vitest';
import { findRepeatedLines, samplePages, withoutRepeatedLines } from './repeated-lines.ts';

const book = Array.from({ length: 10 }, (_, index) =>
  [
    'Operating  Systems',
    `What page ${index} says about scheduling`,
    `Line ${'abcdefghij'[index]} of its own`,
    'Downloaded from example.edu',
    `Another thought, number ${'abcdefghij'[index]}`,
    'and the end',
    `Page ${index + 1} of 10`,
  ].join('\n'),
);

test('lines on most pages are found, whatever their case, spaces and page numbers', () => {
  const pages = book.map((text, index) => (index % 2 ? text.replace('Operating  Systems', 'OPERATING SYSTEMS') : text));
  expect([...findRepeatedLines(pages)].sort()).toEqual([
    'and the end',
    'downloaded from example.edu',
    'operating systems',
    'page # of #',
    'what page # says about scheduling',
  ]);
});

test('numbers within a page are content: only those of its first and last lines are made alike', () => {
  const pages = book.map((_, index) => ['top', 'a', 'b', `${index} apples`, 'c', 'd', 'bottom'].join('\n'));
  expect(findRepeatedLines(pages).has('# apples')).toBe(false);
});

test('a text without its repeated lines keeps its own, in order', () => {
  const repeated = findRepeatedLines(book);
  expect(withoutRepeatedLines(book[3] ?? '', repeated)).toBe('Line d of its own\nAnother thought, number d');
  expect(withoutRepeatedLines('Page 3 of 10', new Set())).toBe('Page 3 of 10');
});

test('nothing repeats on fewer than three pages with text, and blank pages do not count', () => {
  expect(findRepeatedLines(['same', 'same']).size).toBe(0);
  expect(findRepeatedLines(['same', '', ' \n', 'same']).size).toBe(0);
  expect([...findRepeatedLines(['same', '', 'same', 'same'])]).toEqual(['same']);
});

test('a line on half the pages is content', () => {
  expect(findRepeatedLines(['x', 'x', 'x', 'y', 'z', 'w']).size).toBe(0);
});

test('the sample of a long document has its first and last page and is spread over it', () => {
  expect(samplePages(3)).toEqual([1, 2, 3]);
  expect(samplePages(0)).toEqual([]);
  const sample = samplePages(5000);
  expect([sample.length, sample[0], sample.at(-1), new Set(sample).size]).toEqual([24, 1, 5000, 24]);
  expect(new Set(samplePages(25)).size).toBe(24);
});
