import { expect, test } from 'vitest';
import { nextPage } from './bucket.ts';

test("continues a listing with the store's token, and ends it when the store reports the end", () => {
  expect(nextPage('library', { IsTruncated: true, NextContinuationToken: 'b' }, 'a')).toBe('b');
  expect(nextPage('library', { IsTruncated: false, NextContinuationToken: 'b' }, 'a')).toBeNull();
  expect(nextPage('library', {}, undefined)).toBeNull();
});

test("fails a listing without the store's continuation token, instead of repeating it or ending early", () => {
  for (const NextContinuationToken of [undefined, 'a'])
    expect(() => nextPage('library', { IsTruncated: true, NextContinuationToken }, 'a')).toThrow(
      'the bucket library failed',
    );
});
