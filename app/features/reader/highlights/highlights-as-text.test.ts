import { expect, test } from 'vitest';
import { writeHighlights } from './highlights-as-text.ts';

test('the text has the title, then each page with its quotes, in reading order', () => {
  const highlights = [
    { page: 12, start: 40, end: 50, text: ' later\n  on the page ' },
    { page: 2, start: 0, end: 5, text: 'first' },
    { page: 12, start: 4, end: 9, text: 'earlier' },
  ];
  expect(writeHighlights('Algebra', highlights)).toBe(
    'Algebra\n3 highlights\n\nPage 2\n  “first”\n\nPage 12\n  “earlier”\n  “later on the page”\n',
  );
});

test('the text has the bookmarked pages, and the notes below their quotes', () => {
  const highlights = [{ page: 2, start: 0, end: 5, text: 'first', note: 'Ask about this.\n\nAgain.' }];
  expect(writeHighlights('Algebra', highlights, [2, 9])).toBe(
    'Algebra\n1 highlight\nBookmarked pages: 2, 9\n\nPage 2\n  “first”\n    Ask about this.\n\n    Again.\n',
  );
});
