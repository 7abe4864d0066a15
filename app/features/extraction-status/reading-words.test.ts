import { expect, test } from 'vitest';
import { explainFailures, summariseReading } from './reading-words.ts';

const none = { waiting: 0, reading: 0, read: 0, failed: 0, skipped: 0 };

test('one sentence states how much can be searched', () => {
  expect(summariseReading(none)).toBe('The text hasn’t been extracted yet.');
  expect(summariseReading({ ...none, read: 1 })).toBe('Its page can be searched.');
  expect(summariseReading({ ...none, read: 1200 })).toBe('All 1,200 pages can be searched.');
  expect(summariseReading({ ...none, waiting: 1, reading: 1, read: 10 })).toBe(
    '10 of 12 pages can be searched; 2 wait for text extraction.',
  );
  expect(summariseReading({ waiting: 1, reading: 0, read: 4000, failed: 2, skipped: 1 })).toBe(
    '4,000 of 4,004 pages can be searched; 1 waits for text extraction; 2 couldn’t be read; 1 beyond the limit is left out.',
  );
});

test('pages that failed for the same reason are listed together', () => {
  expect(
    explainFailures([
      { page: 2, reason: 'took too long' },
      { page: 3, reason: 'the page is damaged' },
      { page: 7, reason: 'took too long' },
      { page: 9, reason: 'took too long' },
    ]),
  ).toEqual(['Pages 2, 7 and 9: took too long.', 'Page 3: the page is damaged.']);
});
