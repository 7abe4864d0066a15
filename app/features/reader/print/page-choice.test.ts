import { expect, test } from 'vitest';
import { chooseAll, choosePages } from './page-choice.ts';

test('a range includes both its ends, in either order', () => {
  expect(choosePages('3', '5', 9)).toEqual({ pages: [3, 4, 5] });
  expect(choosePages(' 5', '3 ', 9)).toEqual({ pages: [3, 4, 5] });
  expect(choosePages('9', '9', 9)).toEqual({ pages: [9] });
});

test('Devanagari digits are accepted', () => {
  expect(choosePages('३', '५', 9)).toEqual({ pages: [3, 4, 5] });
});

test('a page that does not exist is reported', () => {
  for (const [from, to] of [
    ['0', '3'],
    ['1', '10'],
    ['', '3'],
    ['two', '3'],
    ['1.5', '3'],
    ['-1', '3'],
  ] as const)
    expect(choosePages(from, to, 9)).toEqual({ fault: 'Enter two page numbers from 1 to 9.' });
});

test('more than a hundred pages at once are refused, with an alternative', () => {
  expect(choosePages('1', '100', 300)).toHaveProperty('pages.length', 100);
  expect(choosePages('1', '101', 300)).toHaveProperty('fault', expect.stringMatching(/101 pages.*download/));
  expect(chooseAll(300)).toHaveProperty('fault');
  expect(chooseAll(21)).toHaveProperty('pages.length', 21);
});
