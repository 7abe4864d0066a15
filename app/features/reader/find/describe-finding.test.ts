import { expect, test } from 'vitest';
import type { Finding } from './finding-store.ts';
import { describeFinding } from './describe-finding.ts';

const hits = new Map([
  [1, Uint32Array.of(0, 5)],
  [2, Uint32Array.of(0, 5, 9, 14)],
]);
const none = new Map([[1, new Uint32Array()]]);
const finding: Finding = {
  query: 'graph',
  hits,
  current: null,
  brokenPages: 0,
  isDone: true,
  isPageOnly: false,
  hasText: true,
};

test('the text has the number of the hit and of all hits, and shows that there may be more', () => {
  expect(describeFinding({ ...finding, current: { page: 2, index: 0 } }, 2)).toBe('2 of 3');
  expect(describeFinding({ ...finding, current: { page: 2, index: 0 }, isDone: false }, 9)).toBe('2 of 3 so far');
  expect(describeFinding({ ...finding, isDone: false }, 9)).toBe('3 so far');
});

test('without a hit, the text shows the progress of the search, and finally that there is none', () => {
  expect(describeFinding({ ...finding, hits: none, isDone: false }, 9)).toBe('Searching… 1 of 9 pages');
  expect(describeFinding({ ...finding, hits: none }, 1)).toBe('No matches');
  expect(describeFinding({ ...finding, query: '' }, 1)).toBe('');
});

test('the text mentions missing text and unreadable pages', () => {
  const picture = { ...finding, hits: none, hasText: false };
  expect(describeFinding(picture, 1)).toBe('This document has no searchable text.');
  expect(describeFinding({ ...picture, brokenPages: 1 }, 1)).toBe('No matches. One page couldn’t be read.');
  expect(describeFinding({ ...finding, brokenPages: 2 }, 4)).toBe('3. 2 pages couldn’t be read.');
});

test('while only one page is searched, the text says so', () => {
  const onPage = new Map([[2, Uint32Array.of(0, 5, 9, 14)]]);
  const landed = { ...finding, hits: onPage, current: { page: 2, index: 1 }, isPageOnly: true };
  expect(describeFinding(landed, 9)).toBe('2 of 2 on this page');
  expect(describeFinding({ ...landed, isDone: false, current: null }, 9)).toBe('Searching…');
  expect(describeFinding({ ...landed, hits: none, current: null }, 9)).toBe('No matches on this page');
  expect(describeFinding({ ...landed, hits: none, current: null, brokenPages: 1 }, 9)).toBe(
    'This page couldn’t be read.',
  );
});
