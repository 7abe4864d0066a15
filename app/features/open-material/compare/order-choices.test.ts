import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { orderChoices } from './order-choices.ts';

const inYear = (year: number | null, id = String(year)) => ({ id, year }) as Material;
const idsOf = (materials: readonly Material[]) => materials.map(({ id }) => id);

test('the nearest other years come first, the newer one of two, and the same year after both', () => {
  const papers = [2025, 2024, 2023, 2022, 2020].map((year) => inYear(year));
  const chosen = orderChoices([...papers, inYear(2023, 'again')], inYear(2023), ['2023']);
  expect(idsOf(chosen)).toEqual(['2024', '2022', 'again', '2025', '2020']);
});

test('what is open already is left out, and what has no year comes last', () => {
  const notes = [inYear(null, 'a'), inYear(2020), inYear(null, 'b'), inYear(2021)];
  expect(idsOf(orderChoices(notes, inYear(2022), ['2021', undefined]))).toEqual(['2020', 'a', 'b']);
});

test('beside a material without a year the order of the list is kept', () => {
  const papers = [inYear(2025), inYear(2019), inYear(2022)];
  expect(idsOf(orderChoices(papers, inYear(null), []))).toEqual(['2025', '2019', '2022']);
});
