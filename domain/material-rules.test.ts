import { expect, test } from 'vitest';
import { materialKinds } from './material.ts';
import { completeDraft, documentWords, hasAttribute, mayBeWebPage, requiresAttribute } from './material-rules.ts';
import { findDraftFaults } from './material-schema.ts';

const draft = {
  title: 'Model paper',
  subject: 'C',
  facultyId: 'csit',
  semesterId: '1',
  fileId: 'f1',
};

test('only papers may be web pages and need a year, only books have covers', () => {
  expect(materialKinds.filter(mayBeWebPage)).toEqual(['paper']);
  expect(materialKinds.filter((kind) => requiresAttribute(kind, 'year'))).toEqual(['paper']);
  expect(materialKinds.filter((kind) => hasAttribute(kind, 'coverFileId'))).toEqual(['book']);
  expect([documentWords('paper'), documentWords('book')]).toEqual(['a PDF or HTML file', 'a PDF file']);
});

test('the faults of a draft: missing values, values out of range, values of another type', () => {
  expect(findDraftFaults('note', draft)).toEqual({});
  expect(findDraftFaults('paper', { ...draft, title: ' ' })).toEqual({ title: 'missing', year: 'missing' });
  expect(findDraftFaults('paper', { ...draft, year: 1899 })).toEqual({ year: 'format' });
  expect(findDraftFaults('note', { ...draft, year: Number.NaN, title: 'x'.repeat(256) })).toEqual({
    year: 'type',
    title: 'type',
  });
});

test('a draft is completed with null', () => {
  expect(completeDraft(draft)).toEqual({
    ...draft,
    year: null,
    coverFileId: null,
    yearBs: null,
    filePassword: null,
    filePasswordNote: null,
  });
});
