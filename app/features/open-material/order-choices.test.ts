import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { orderChoices } from './order-choices.ts';

const inYear = (year: number | null, id = String(year)) => ({ id, year }) as Material;
const idsOf = (materials: readonly Material[]) => materials.map(({ id }) => id);

test('the nearest other years come first, the newer one of two, then the same year', () => {
  const papers = [2025, 2024, 2023, 2022, 2020].map((year) => inYear(year));
  const chosen = orderChoices([...papers, inYear(2023, 'again')], inYear(2023), ['2023']);
  expect(idsOf(chosen)).toEqual(['2024', '2022', 'again', '2025', '2020']);
});

test('open materials are left out, and materials without a year come last', () => {
  const notes = [inYear(null, 'a'), inYear(2020), inYear(null, 'b'), inYear(2021)];
  expect(idsOf(orderChoices(notes, inYear(2022), ['2021', undefined]))).toEqual(['2020', 'a', 'b']);
});

test('next to a material without a year, the choices stay in list order', () => {
  const papers = [inYear(2025), inYear(2019), inYear(2022)];
  expect(idsOf(orderChoices(papers, inYear(null), []))).toEqual(['2025', '2019', '2022']);
});
