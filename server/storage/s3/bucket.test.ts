import { expect, test } from 'vitest';
import { nextPage } from './bucket.ts';

test('a listing goes on where the store says, and ends when it says so', () => {
  expect(nextPage('library', { IsTruncated: true, NextContinuationToken: 'b' }, 'a')).toBe('b');
  expect(nextPage('library', { IsTruncated: false, NextContinuationToken: 'b' }, 'a')).toBeNull();
  expect(nextPage('library', {}, undefined)).toBeNull();
});

test('a store that does not say where its listing goes on fails, instead of being listed for ever or only in part', () => {
  for (const NextContinuationToken of [undefined, 'a'])
    expect(() => nextPage('library', { IsTruncated: true, NextContinuationToken }, 'a')).toThrow(
      'the bucket library failed',
    );
});
