import { expect, test } from 'vitest';
import { findRepeatedLines as findIn, samplePages, withoutRepeatedLines } from './repeated-lines.ts';

const findRepeatedLines = (texts: readonly string[]) => findIn(texts.map((text, at) => ({ page: at + 1, text })));

const book = Array.from({ length: 10 }, (_, index) =>
  [
    'Operating  Systems',
    `Question ${index + 1}: scheduling`,
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
  ]);
});

test('numbers within a page are content, and only those in its first and last lines are unified', () => {
  const pages = book.map((_, index) => ['top', 'a', 'b', `${index} apples`, 'c', 'd', 'bottom'].join('\n'));
  expect(findRepeatedLines(pages).has('# apples')).toBe(false);
});

test('a text without its repeated lines keeps the other lines, in order', () => {
  const repeated = findRepeatedLines(book);
  expect(withoutRepeatedLines(book[3] ?? '', repeated)).toBe(
    'Question 4: scheduling\nLine d of its own\nAnother thought, number d',
  );
  expect(withoutRepeatedLines('Page 3 of 10', new Set())).toBe('Page 3 of 10');
});

/** Returns pages with a line whose numbers differ; `#` becomes the page number plus one. */
const numbered = (line: string, count = 10) =>
  Array.from({ length: count }, (_, index) =>
    [line.replace('#', String(index + 1)), `a${index * 7}x`, `${index * 5}y`, `z${index * 3}`].join('\n'),
  );

test.each([
  '#',
  '- # -',
  'Page # of 12',
  'Operating Systems, p. #',
  '# | P a g e',
  'पृष्ठ #',
  'Operating Systems | #',
  'Lecture 5, Unit 3 # / 45',
])('the page number does not prevent a line from repeating: %s', (line) => {
  const pages = numbered(line);
  const repeated = findRepeatedLines(pages);
  expect(withoutRepeatedLines(pages[6] ?? '', repeated)).toBe('a42x\n30y\nz18');
});

test.each([
  'Experiment No. #',
  'B.Sc. CSIT Examination 207#',
  'Unit #',
  'No. #',
  '207#',
  'प्रयोग #',
  '#. Lists',
  'Practical # of 12',
  'Set # - Physics',
  'Examination 207#/78',
])('a heading with its number is content, even if one is on each page: %s', (line) => {
  const pages = numbered(line);
  expect(withoutRepeatedLines(pages[6] ?? '', findRepeatedLines(pages))).toBe(pages[6]);
});

test('in a long document a number that counts the pages next to a title is the page number', () => {
  const pages = numbered('Operating Systems #', 60);
  expect(withoutRepeatedLines(pages[6] ?? '', findRepeatedLines(pages))).toBe('a42x\n30y\nz18');
  const years = numbered('Examination 20##', 60).map((text, index) => text.replace('#', String(index % 10)));
  expect(withoutRepeatedLines(years[6] ?? '', findRepeatedLines(years))).toBe(years[6]);
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
