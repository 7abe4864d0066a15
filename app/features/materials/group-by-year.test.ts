import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { groupByYear } from './group-by-year.ts';

function paper(id: string, year: number | null): Material {
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
    isSample: false,
    sequence: 1,
    createdAt: '2026-03-04T05:06:07.089+00:00',
    updatedAt: '2026-03-04T05:06:07.089+00:00',
    permissions: ['read("any")'],
    deletedAt: null,
  };
}

test('papers are grouped by year, newest first, and keep their order within a year', () => {
  const groups = groupByYear([paper('a', 2021), paper('b', 2025), paper('c', 2021)]);
  expect(groups.map(({ year, materials }) => [year, materials.map((each) => each.id)])).toEqual([
    [2025, ['b']],
    [2021, ['a', 'c']],
  ]);
});
