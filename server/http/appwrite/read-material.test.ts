import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentMaterialSchema } from '#contract/schemas/document-schemas.ts';
import { manualUpdate } from '#contract/schemas/staging-schemas.ts';
import { guessTitle } from '#domain/guess/guess-title.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { materialKinds } from '#domain/material.ts';
import { readChange, readDraft, readFileUrl } from './read-material.ts';

const own = {
  origins: ['https://library.test'],
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
};
const addressOf = (fileId: string) => `/v1/storage/buckets/files/files/${fileId}/preview?project=examshelf`;

const right = {
  title: 'Model paper',
  subject: 'C',
  facultyId: 'csit',
  semesterId: '1',
  year: 2080,
  downloadUrl: addressOf('pdf'),
};

const { downloadUrl: _address, ...texts } = right;
/** The draft with these texts. */
const draft = { ...texts, fileId: 'pdf', coverFileId: null, yearBs: null, filePassword: null, filePasswordNote: null };

/** Returns the type and the message of the thrown problem. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error)
      return `${String(Reflect.get(error, 'type'))}: ${error.message.replace('Invalid document structure: ', '')}`;
  }
  return 'accepted';
}

test('a title is normalized to the composed form of Unicode, in a document and in the import', () => {
  expect(readDraft('paper', { ...right, title: 'E\u0301tude' }, own)).toMatchObject({ title: '\u00C9tude' });
  expect(manualUpdate.parse({ ids: ['a'], manual: { title: ' E\u0301tude' } })).toMatchObject({
    manual: { title: '\u00C9tude' },
  });
  const unknown = { subject: null, year: null, yearBs: null, kind: null };
  expect(guessTitle('E\u0301tude in Blue.pdf', unknown)).toBe('\u00C9tude in Blue');
});

test('valid data is accepted, text is trimmed, optional attributes that were not sent are null', () => {
  expect(readDraft('paper', { ...right, title: ' Model\u00a0paper \n' }, own)).toEqual({
    ...draft,
    title: 'Model\u00a0paper',
  });
  expect(readDraft('note', { ...right, year: null }, own)).toMatchObject({ year: null });
  expect(readDraft('book', { ...right, coverImageUrl: addressOf('cover') }, own)).toMatchObject({
    coverFileId: 'cover',
  });
  const { year: _, ...withoutYear } = right;
  expect(readDraft('note', withoutYear, own)).toEqual({ ...draft, year: null });
});

test('the server’s own keys are dropped silently', () => {
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
  expect(readDraft('paper', sent, own)).toEqual(draft);
  expect(readChange('paper', { $updatedAt: 'x' }, own)).toEqual({});
  expect(refusal(() => readChange('paper', { $anything: {} }, own))).toMatch('Unknown attribute: "$anything"');
});

test('empty data is missing data, or a missing payload', () => {
  for (const nothing of [undefined, {}]) {
    expect(refusal(() => readDraft('paper', nothing, own))).toMatch(/^document_missing_data/);
    expect(refusal(() => readChange('paper', nothing, own))).toMatch(/^document_missing_payload/);
  }
});

test('an address outside this library becomes an id that no file has', () => {
  for (const address of ['javascript:alert(1)', `https://elsewhere.test${addressOf('pdf')}`, '']) {
    const { fileId } = readDraft('paper', { ...right, downloadUrl: address }, own);
    expect([address, isIdentifier(fileId)]).toEqual([address, false]);
  }
  const asReached = { ...own, origins: [...own.origins, 'http://127.0.0.1:4000'] };
  const sent = { ...right, downloadUrl: `http://127.0.0.1:4000${addressOf('pdf')}` };
  expect(readDraft('paper', sent, asReached)).toMatchObject({ fileId: 'pdf' });
});

test('each structural error results in the error of the contract', () => {
  const fault = (change: Record<string, unknown>, kind: 'paper' | 'note' | 'book' = 'paper') =>
    refusal(() => readDraft(kind, { ...right, ...change }, own)).replace('document_invalid_structure: ', '');
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
  expect(refusal(() => readDraft('paper', JSON.parse('{"__proto__": {}}'), own))).toMatch('Missing required attribute');
});

test('only the attributes that a change sends are checked', () => {
  expect(readChange('book', { title: ' New ', coverImageUrl: null, year: null }, own)).toEqual({
    title: 'New',
    coverFileId: null,
    year: null,
  });
  expect(refusal(() => readChange('paper', { title: null }, own))).toMatch('Missing required attribute "title"');
  expect(refusal(() => readChange('paper', { year: null }, own))).toMatch('Missing required attribute "year"');
  expect(refusal(() => readChange('paper', { sequence: 1 }, own))).toMatch('Unknown attribute: "sequence"');
});

test('the description of new materials is the schema that checks them', () => {
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
      const isRefused = refusal(() => readDraft(kind, sent, own)) !== 'accepted';
      expect(sentMaterialSchema(kind, 'new').safeParse(sent).success).toBe(!isRefused);
    }),
  );
});

const ownAddresses = {
  origins: ['https://library.test', 'http://127.0.0.1:3000'],
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
};
const files = '/v1/storage/buckets/files/files';

test('view, preview and download addresses of our bucket name their file', () => {
  for (const address of [
    `https://library.test${files}/a1/preview?project=examshelf`,
    `https://library.test${files}/a1/view`,
    `HTTPS://LIBRARY.TEST:443${files}/a1/download?project=examshelf&name=x`,
    `http://127.0.0.1:3000${files}/a1/preview?width=300&impersonateuserid=`,
    `${files}/a1/preview?project=examshelf`,
    `https://library.test${files}/%611/view#page=2`,
  ]) {
    expect(readFileUrl(address, ownAddresses)).toBe('a1');
  }
});

test('every other address names none', () => {
  for (const address of [
    '',
    'a1',
    'javascript:alert(1)',
    `javascript://library.test${files}/a1/view`,
    'data:text/html,x',
    `https://elsewhere.test${files}/a1/preview`,
    `https://library.test.elsewhere.test${files}/a1/preview`,
    `https://library.test@elsewhere.test${files}/a1/preview`,
    `https://someone@library.test${files}/a1/preview`,
    `http://library.test${files}/a1/preview`,
    `https://library.test:8443${files}/a1/preview`,
    `//elsewhere.test${files}/a1/preview`,
    `/\\elsewhere.test${files}/a1/preview`,
    ` https://library.test${files}/a1/preview`,
    `https://library.test${files}/a1`,
    `https://library.test${files}/a1/delete`,
    `https://library.test${files}/a1/preview/more`,
    `https://library.test${files}//preview`,
    `https://library.test${files}/..%2Fa1/preview`,
    `https://library.test${files}/%E0%A4%A/preview`,
    `https://library.test/v1/storage/buckets/other/files/a1/preview`,
    `https://library.test${files}/a1/preview?project=other`,
    `file://${files}/a1/preview`,
    `v1/storage/buckets/files/files/a1/preview`,
  ]) {
    expect([address, readFileUrl(address, ownAddresses)]).toEqual([address, null]);
  }
});
