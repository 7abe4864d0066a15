import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentMaterialSchema } from '#contract/schemas/documents.ts';
import { parseCatalogue } from '#domain/catalogue.ts';
import { materialKinds } from '#domain/material.ts';
import { checkMaterialChange, checkNewMaterial, checkPlace } from './check-material.ts';

const right = {
  title: 'Model paper',
  subject: 'C',
  facultyId: 'csit',
  semesterId: '1',
  year: 2080,
  downloadUrl: '/file',
};

/** The type and the message of what is thrown. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error)
      return `${String(Reflect.get(error, 'type'))}: ${error.message.replace('Invalid document structure: ', '')}`;
  }
  return 'accepted';
}

test('what is right is taken, text trimmed, what is not sent of the optional null', () => {
  expect(checkNewMaterial('paper', { ...right, title: ' Model\u00a0paper \n' })).toEqual({
    ...right,
    title: 'Model\u00a0paper',
    coverImageUrl: null,
  });
  expect(checkNewMaterial('note', { ...right, year: null })).toMatchObject({ year: null });
  expect(checkNewMaterial('book', JSON.stringify({ ...right, coverImageUrl: '/cover' }))).toMatchObject({
    coverImageUrl: '/cover',
  });
});

test('keys of our own making are dropped without a word', () => {
  const sent = {
    ...right,
    $id: 'x',
    $permissions: {},
    $tableId: 1,
    uploadedAt: 5,
    fileType: 'x',
    fileSize: -1,
    isSample: true,
  };
  expect(checkNewMaterial('paper', sent)).toEqual({ ...right, coverImageUrl: null });
  expect(checkMaterialChange('paper', { $updatedAt: 'x' })).toEqual({});
  expect(refusal(() => checkMaterialChange('paper', { $anything: {} }))).toMatch('Unknown attribute: "$anything"');
});

test('nothing sent is missing data, or a missing payload', () => {
  for (const nothing of [undefined, null, '', {}, [], '{}']) {
    expect(refusal(() => checkNewMaterial('paper', nothing))).toMatch(/^document_missing_data/);
    expect(refusal(() => checkMaterialChange('paper', nothing))).toMatch(/^document_missing_payload/);
  }
});

test('what is no object is an invalid argument', () => {
  for (const sent of ['{', '5', '"text"', '[1]', 5, true, [1]]) {
    expect(refusal(() => checkNewMaterial('paper', sent))).toMatch(/^general_argument_invalid: Invalid `data` param/);
  }
});

test('each fault of structure is told in the words of the contract', () => {
  const fault = (change: Record<string, unknown>, kind: 'paper' | 'note' | 'book' = 'paper') =>
    refusal(() => checkNewMaterial(kind, { ...right, ...change })).replace('document_invalid_structure: ', '');
  expect(fault({ title: undefined })).toBe('Missing required attribute "title"');
  expect(fault({ downloadUrl: null })).toBe('Missing required attribute "downloadUrl"');
  expect(fault({ year: null })).toBe('Missing required attribute "year"');
  expect(fault({ colour: 'red' })).toBe('Unknown attribute: "colour"');
  expect(fault({ coverImageUrl: '/cover' })).toBe('Unknown attribute: "coverImageUrl"');
  expect(fault({ coverImageUrl: 5 }, 'book')).toBe(
    'Attribute "coverImageUrl" has invalid type. Value must be a valid string',
  );
  expect(fault({ year: '2080' })).toBe('Attribute "year" has invalid type. Value must be a valid integer');
  expect(fault({ year: 2080.5 })).toMatch('"year" has invalid type');
  expect(fault({ year: 1899 })).toBe(
    'Attribute "year" has invalid format. Value must be a valid range between 1900 and 2200',
  );
  expect(fault({ year: 2201 }, 'note')).toMatch('"year" has invalid format');
  expect(fault({ semesterId: 1 })).toMatch('"semesterId" has invalid type');
  expect(fault({ subject: ['C'] })).toMatch('"subject" has invalid type');
  expect(fault({ title: ' \n ' })).toBe(
    'Attribute "title" has invalid type. Value must be a valid string and between 1 and 255 chars',
  );
  expect(fault({ title: 'x'.repeat(256) })).toMatch('"title" has invalid type');
  expect(fault({ title: 'x'.repeat(255) })).toBe('accepted');
  expect(fault({ title: 'a\0b' })).toMatch('"title" has invalid type');
  expect(fault({ title: 'a\ud800b' })).toMatch('"title" has invalid type');
  expect(refusal(() => checkNewMaterial('paper', JSON.parse('{"__proto__": {}}')))).toMatch(
    'Missing required attribute',
  );
});

test('a change is checked as far as it goes', () => {
  expect(checkMaterialChange('book', { title: ' New ', coverImageUrl: null, year: null })).toEqual({
    title: 'New',
    coverImageUrl: null,
    year: null,
  });
  expect(refusal(() => checkMaterialChange('paper', { title: null }))).toMatch('Missing required attribute "title"');
  expect(refusal(() => checkMaterialChange('paper', { year: null }))).toMatch('Missing required attribute "year"');
  expect(refusal(() => checkMaterialChange('paper', { sequence: 1 }))).toMatch('Unknown attribute: "sequence"');
});

test('a place outside the catalogue is refused with what is offered instead', () => {
  const catalogue = parseCatalogue({
    faculties: [
      {
        id: 'csit',
        name: 'BSc CSIT',
        type: 'semester',
        duration: 8,
        structure: [{ id: '1', name: 'Semester 1', subjects: [{ name: 'C' }, { name: 'Physics' }] }],
      },
    ],
  });
  const fault = (change: object) =>
    refusal(() => checkPlace(catalogue, { ...right, ...change })).replace('document_invalid_structure: ', '');
  expect(fault({})).toBe('accepted');
  expect(fault({ facultyId: 'bca' })).toBe(
    'Attribute "facultyId" has invalid format. "bca" is not in the catalogue. Choose one of: csit',
  );
  expect(fault({ semesterId: '2' })).toBe(
    'Attribute "semesterId" has invalid format. "2" is not in BSc CSIT. Choose one of: 1',
  );
  expect(fault({ subject: 'c' })).toBe(
    'Attribute "subject" has invalid format. "c" is not in Semester 1 of BSc CSIT. Choose one of: C, Physics',
  );
});

test('what the description says of new materials is what is checked', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom('C', 'x'.repeat(255), 'x'.repeat(256), 'a\0b', 'a\ud800b', ' '),
    fc.constantFrom(1899, 1900, 2080, 2080.5, 2201, 1e300, null, true),
    fc.constant([]),
  );
  const names = ['title', 'subject', 'facultyId', 'semesterId', 'year', 'downloadUrl', 'coverImageUrl'] as const;
  const overrides = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  const absent = fc.subarray([...names]);
  fc.assert(
    fc.property(fc.constantFrom(...materialKinds), overrides, absent, (kind, override, without) => {
      const sent: Record<string, unknown> = { ...right, ...(kind === 'book' && { coverImageUrl: null }), ...override };
      for (const name of without) delete sent[name];
      if (Object.keys(sent).length === 0) return;
      const isRefused = refusal(() => checkNewMaterial(kind, sent)) !== 'accepted';
      expect(sentMaterialSchema(kind, 'new').safeParse(sent).success).toBe(!isRefused);
    }),
  );
});
