import { expect, test } from 'vitest';
import { materialKinds, type Material } from '#domain/material.ts';
import { draftAttributes, hasAttribute } from '#domain/material-rules.ts';
import { attributesOf, rowsOf } from './material-fields.ts';
import { emptyForm, formOf, showsAttribute, type MaterialForm } from './material-form.ts';

const book: Material = {
  id: 'b1',
  kind: 'book',
  title: 'Waves',
  subject: 'Physics',
  facultyId: 'csit',
  semesterId: '1',
  year: null,
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

const shown = (form: MaterialForm) => rowsOf(form).map(({ fields }) => fields.join(' '));

test.each([
  ...materialKinds.map((kind) => ['edit', kind, formOf({ ...book, kind })] as const),
  ...materialKinds.map((kind) => ['upload', kind, emptyForm(kind)] as const),
])('%s asks for every attribute of a %s once', (_, kind, form) => {
  const asked = rowsOf(form)
    .flatMap(({ fields }) => fields)
    .flatMap(attributesOf);
  const ofKind = draftAttributes.filter((name) => hasAttribute(kind, name) && showsAttribute(form, name));
  expect(asked.toSorted()).toEqual(ofKind.toSorted());
});

test('upload has subject, title and file for every kind, a year for papers and a cover for books', () => {
  expect(shown(emptyForm('paper'))).toEqual(['place year', 'title', 'file']);
  expect(shown(emptyForm('note'))).toEqual(['place', 'title', 'file']);
  expect(shown(emptyForm('revision'))).toEqual(['place', 'title', 'file']);
  expect(shown(emptyForm('book'))).toEqual(['place', 'title', 'file', 'cover']);
});

test('edit starts with the title and has a year for every kind', () => {
  expect(shown(formOf({ ...book, kind: 'note' }))).toEqual(['title', 'place year', 'file']);
  expect(shown(formOf(book))).toEqual(['title', 'place year', 'file', 'cover']);
});
