import { expect, test } from 'vitest';
import { joinSpans } from './highlight-text.ts';

test('spans that overlap or touch become one', () => {
  expect(
    joinSpans([
      { start: 10, end: 20 },
      { start: 0, end: 5 },
      { start: 15, end: 30 },
      { start: 5, end: 7 },
    ]),
  ).toEqual([
    { start: 0, end: 7 },
    { start: 10, end: 30 },
  ]);
});

test('an empty span is dropped', () => {
  expect(joinSpans([{ start: 3, end: 3 }])).toEqual([]);
});
