import { expect, test } from 'vitest';
import { writeHighlights } from './highlights-text.ts';

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
