import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { findChanges, findDifferences, isSameMaterial, mergeEdit } from './material-edit.ts';
import { formOf } from '#app/features/upload/form/material-form.ts';

const faculties = [
  {
    id: 'csit',
    name: 'BSc CSIT',
    fullName: 'BSc CSIT',
    university: null,
    type: 'semester' as const,
    duration: 8,
    description: '',
    terms: [{ id: '1', name: 'Semester 1', subjectCount: 5 }],
  },
];

const paper: Material = {
  id: 'p1',
  kind: 'paper',
  title: 'Regular',
  subject: 'Physics',
  facultyId: 'csit',
  semesterId: '1',
  year: 2023,
  fileId: 'f1',
  fileType: 'application/pdf',
  fileSize: 2048,
  pageCount: 2,
  coverFileId: null,
  yearBs: null,
  filePassword: null,
  filePasswordNote: null,
  isSample: false,
  sequence: 1,
  createdAt: '2026-03-04T05:06:07.089+00:00',
  updatedAt: '2026-03-04T05:06:07.089+00:00',
  permissions: ['read("any")'],
  deletedAt: null,
};

const chosen = (name: string, fileId: string) => ({ file: new File(['12'], name), fileId });

test('only changed attributes are sent', () => {
  const edit = { ...formOf(paper), base: paper };
  expect(findChanges(edit)).toEqual({});
  expect(findChanges({ ...edit, title: ' Regular ' })).toEqual({});
  const file = chosen('new.pdf', 'f2');
  expect(findChanges({ ...edit, title: 'Chance', year: '', file })).toEqual({
    title: 'Chance',
    year: null,
    fileId: 'f2',
  });
});

test('a cover is replaced by an image or by the first page', () => {
  const book: Material = { ...paper, kind: 'book', coverFileId: 'c1' };
  const edit = { ...formOf(book), base: book };
  expect(findChanges({ ...edit, keepsCover: false })).toEqual({ coverFileId: null });
  expect(findChanges({ ...edit, cover: chosen('new.png', 'c2') })).toEqual({ coverFileId: 'c2' });
});

test('two versions are compared field by field, and each field suggests the version of the user who changed it', () => {
  const edit = { ...formOf(paper), base: paper, title: 'My title', year: '2022' };
  const theirs: Material = { ...paper, title: 'Their title', subject: 'Statistics', fileSize: 4096, fileId: 'f9' };
  expect(findDifferences(edit, theirs, faculties)).toEqual([
    { field: 'title', mine: 'My title', theirs: 'Their title', changedBy: 'both', suggested: 'mine' },
    {
      field: 'place',
      mine: 'BSc CSIT · Semester 1 · Physics',
      theirs: 'BSc CSIT · Semester 1 · Statistics',
      changedBy: 'them',
      suggested: 'theirs',
    },
    { field: 'year', mine: '2022', theirs: '2023', changedBy: 'me', suggested: 'mine' },
    { field: 'file', mine: 'PDF, 2 pages, 2 KB', theirs: 'PDF, 2 pages, 4 KB', changedBy: 'them', suggested: 'theirs' },
  ]);
});

test('a year of Bikram Sambat is a part of the year: both are compared and chosen together', () => {
  const before: Material = { ...paper, year: 2022, yearBs: 2079 };
  const edit = { ...formOf(before), base: before, year: '2023' };
  const theirs: Material = { ...before, yearBs: null };
  expect(findDifferences(edit, theirs, faculties)).toEqual([
    { field: 'year', mine: '2023 · 2079 BS', theirs: '2022', changedBy: 'both', suggested: 'mine' },
  ]);
  expect(mergeEdit(edit, theirs, new Set(['year']))).toEqual({ year: 2023, yearBs: 2079 });
});

test('only the chosen fields are sent, and nothing if all fields keep the other version', () => {
  const edit = { ...formOf(paper), base: paper, title: 'My title', year: '2022', file: chosen('mine.pdf', 'f2') };
  const theirs: Material = { ...paper, title: 'Their title', subject: 'Statistics' };
  expect(mergeEdit(edit, theirs, new Set(['title', 'file']))).toEqual({ title: 'My title', fileId: 'f2' });
  expect(mergeEdit(edit, theirs, new Set(['place']))).toEqual({ subject: 'Physics' });
  expect(mergeEdit(edit, theirs, new Set())).toEqual({});
});

test('a write that changed nothing in the form is not another version', () => {
  expect(isSameMaterial(paper, { ...paper, updatedAt: '2027-01-01T00:00:00.000+00:00', permissions: [] })).toBe(true);
  expect(isSameMaterial(paper, { ...paper, coverFileId: 'c1' })).toBe(false);
});
