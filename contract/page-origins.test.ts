import { expect, test } from 'vitest';
import { compositionLimits } from './composition.ts';
import { readPageOrigins, writePageOrigins } from './page-origins.ts';

const of = (fileId: string, ...pages: number[]) => pages.map((page) => ({ fileId, page }));

test('the origins of all pages are written as runs, and read again in order', () => {
  const origins = [...of('book', 3, 4, 5, 5, 2), ...of('sheet', 1), ...of('book', 6)];
  const text = writePageOrigins(origins);
  expect(text).toBe('{"files":["book","sheet"],"runs":[[0,3,3],[0,5,1],[0,2,1],[1,1,1],[0,6,1]]}');
  expect(readPageOrigins(text)).toEqual(origins);
});

test('a text that is too long, or no list of origins, is ignored', () => {
  const runs = (...listed: unknown[]) => readPageOrigins(JSON.stringify({ files: ['book'], runs: listed }));
  const { maxPages } = compositionLimits;
  expect(runs([0, 1, maxPages])?.length).toBe(maxPages);
  for (const run of [[0, 1, maxPages + 1], [0, 1, 1e12], [1, 1, 1], [0, -1, 1], [0, '1', 1], [0], 'a', null])
    expect(runs(run)).toBeNull();
  for (const text of ['', 'null', '[]', '{"files":1}', '{"files":[],"runs":{}}', '{"files":[null],"runs":[[0,1,1]]}'])
    expect(readPageOrigins(text)).toBeNull();
});
