import { expect, test } from 'vitest';
import { joinSpans, marksOf } from './highlight-text.ts';

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

test('where highlights overlap, the one made last is on top', () => {
  const words = { page: 1, text: '' };
  expect(
    marksOf([
      { ...words, start: 0, end: 20 },
      { ...words, start: 5, end: 10, color: 'green' },
      { ...words, start: 8, end: 12, color: 'pink', note: 'why?' },
    ]),
  ).toEqual([
    { start: 0, end: 5, color: 'yellow', hasNote: false },
    { start: 5, end: 8, color: 'green', hasNote: false },
    { start: 8, end: 12, color: 'pink', hasNote: true },
    { start: 12, end: 20, color: 'yellow', hasNote: false },
  ]);
});

test('highlights that touch and look the same are one mark', () => {
  const words = { page: 1, text: '' };
  expect(
    marksOf([
      { ...words, start: 3, end: 8 },
      { ...words, start: 0, end: 3, color: 'yellow' },
    ]),
  ).toEqual([{ start: 0, end: 8, color: 'yellow', hasNote: false }]);
});
