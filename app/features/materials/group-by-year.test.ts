import { expect, test } from 'vitest';
import type { Calendar } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { groupByYear } from './group-by-year.ts';

function paper(id: string, year: number | null, yearBs: number | null = null): Material {
  return {
    id,
    kind: 'paper',
    title: id,
    subject: 'Digital Logic',
    facultyId: 'csit',
    semesterId: '1',
    year,
    fileId: 'f',
    fileType: 'application/pdf',
    fileSize: 1,
    pageCount: 1,
    coverFileId: null,
    yearBs,
    filePassword: null,
    filePasswordNote: null,
    isSample: false,
    sequence: 1,
    createdAt: '2026-03-04T05:06:07.089+00:00',
    updatedAt: '2026-03-04T05:06:07.089+00:00',
    permissions: ['read("any")'],
    deletedAt: null,
  };
}

test('papers are grouped by year, newest first, in the given order within a year', () => {
  const papers = [paper('a', 2021), paper('b', 2025), paper('c', 2021), paper('d', null), paper('e', 2025, 2082)];
  expect(show(papers, 'ad')).toEqual(['2025: be', '2021: ac']);
});

test('groups by years of Bikram Sambat, and groups by a year AD without one, are sorted by time', () => {
  const papers = [
    paper('a', 2023, 2080),
    paper('b', 2023, 2079),
    paper('c', 2023),
    paper('d', 2022, 2079),
    paper('e', 2022, 2078),
    paper('f', 2022),
    paper('g', 2021, 2078),
  ];
  const inOrder = ['2080 BS (2023): a', '2023 AD: c', '2079 BS (2022–23): bd', '2022 AD: f', '2078 BS (2021–22): eg'];
  expect(show(papers, 'bs')).toEqual(inOrder);
  // In any input order.
  expect(show(papers.toReversed(), 'bs').map((each) => each.split(':')[0])).toEqual(
    inOrder.map((each) => each.split(':')[0]),
  );
});

test('papers of a year are in the order in which they were sat, before those whose title names no month', () => {
  const titled = (title: string, id: string, year: number) => ({ ...paper(id, year, 2079), title });
  const papers = [
    titled('2079', 'a', 2022),
    titled('2079 Chaitra', 'b', 2023),
    titled('2079 Model', 'c', 2022),
    titled('2079 Baisakh', 'd', 2022),
    titled('December 2022', 'e', 2022),
  ];
  expect(show(papers, 'bs')).toEqual(['2079 BS (2022–23): debac']);
  expect(show(papers, 'ad')).toEqual(['2023: b', '2022: deac']);
});

test('with both calendars, groups have one year of each and are sorted by the year AD', () => {
  const papers = [
    paper('a', 2022, 2078),
    paper('b', 2022),
    paper('d', 2022, 2079),
    paper('c', 2023, 2079),
    paper('e', 2022, 2079),
  ];
  expect(show(papers, 'both')).toEqual(['2023 (2079 BS): c', '2022 (2079 BS): de', '2022: b', '2022 (2078 BS): a']);
});

function show(papers: readonly Material[], calendar: Calendar): string[] {
  return groupByYear(papers, calendar).map(
    ({ title, alsoIn, materials }) =>
      `${title}${alsoIn === null ? '' : ` (${alsoIn})`}: ${materials.map(({ id }) => id).join('')}`,
  );
}
