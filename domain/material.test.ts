import { expect, test } from 'vitest';
import { kindNames, materialKinds, yearChoices } from './material.ts';
import { formatMoment } from './moment.ts';

test('ten years are offered, the current one first', () => {
  expect(yearChoices(2026)).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017]);
});

test('every kind has the name that toasts use', () => {
  expect(materialKinds.map((kind) => kindNames[kind])).toEqual([
    'Question Paper',
    'Study Note',
    'Revision Material',
    'Book',
  ]);
});

test('a moment has three decimals and a numeric zone', () => {
  expect(formatMoment(0)).toBe('1970-01-01T00:00:00.000+00:00');
  expect(formatMoment(Date.UTC(2026, 2, 4, 5, 6, 7, 89))).toBe('2026-03-04T05:06:07.089+00:00');
});
