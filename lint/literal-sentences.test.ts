import { expect, test } from 'vitest';
import { isRead } from './literal-sentences.js';

test.each(['Save', '“Physics” was published', '${} couldn’t be read.', 'Loading…', 'please choose a subject first.'])(
  'finds %j anywhere',
  (text) => expect(isRead(text, 'perhaps')).toBe(true),
);

test.each(['of', 'recognised text', 'page'])('finds %j in JSX and in attributes that are read', (text) => {
  expect(isRead(text, 'always')).toBe(true);
  expect(isRead(text, 'perhaps')).toBe(false);
});

test.each([
  'mt-2 flex gap-3',
  'AbortError',
  'Control+f',
  'ArrowDown',
  '(prefers-color-scheme: dark)',
  '${}px ${}',
  '—',
])('does not take %j for words', (text) => expect(isRead(text, 'perhaps')).toBe(false));

test('never finds text where nobody reads it', () => {
  expect(isRead('Save', 'never')).toBe(false);
  expect(isRead(' · ', 'always')).toBe(false);
});
