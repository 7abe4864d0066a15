import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { toAccountAnswer, toSessionAnswer } from './to-account.ts';
import {
  fileIdOfAddress,
  materialFromDocument,
  selectAttributes,
  toDocument,
  toFileAnswer,
  toRow,
  type FileFacts,
} from './to-document.ts';

const place = {
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
  publicUrl: 'https://library.example.edu',
};

const book: Material = {
  id: 'b1',
  kind: 'book',
  title: 'Algorithms',
  subject: 'Data Structures and Algorithms',
  facultyId: 'csit',
  semesterId: '3',
  year: null,
  fileId: 'f1',
  fileType: 'application/pdf',
  fileSize: 1234,
  pageCount: 12,
  coverFileId: 'c1',
  yearBs: null,
  filePassword: null,
  filePasswordNote: null,
  isSample: true,
  sequence: 42,
  createdAt: '2026-03-04T05:06:07.089+00:00',
  updatedAt: '2026-03-05T05:06:07.089+00:00',
  permissions: ['read("any")', 'update("label:admin")'],
  deletedAt: null,
};

test('a document has its seven $ keys and every declared attribute', () => {
  expect(toDocument(book, place)).toEqual({
    $id: 'b1',
    $sequence: '42',
    $databaseId: 'library',
    $collectionId: 'books',
    $createdAt: '2026-03-04T05:06:07.089+00:00',
    $updatedAt: '2026-03-05T05:06:07.089+00:00',
    $permissions: ['read("any")', 'update("label:admin")'],
    subject: 'Data Structures and Algorithms',
    title: 'Algorithms',
    year: null,
    facultyId: 'csit',
    semesterId: '3',
    downloadUrl: 'https://library.example.edu/v1/storage/buckets/files/files/f1/preview?project=examshelf',
    uploadedAt: '2026-03-04T05:06:07.089+00:00',
    fileType: 'application/pdf',
    fileSize: 1234,
    pageCount: 12,
    isSample: true,
    coverImageUrl: 'https://library.example.edu/v1/storage/buckets/files/files/c1/preview?project=examshelf',
    yearBs: null,
    filePassword: null,
    filePasswordNote: null,
  });
});

test.each([
  ['paper', 2080],
  ['note', null],
  ['revision', null],
] as const)('the document of a %s has the specified fields', (kind, year) => {
  expect(toDocument({ ...book, kind, year, coverFileId: null }, place)).toMatchObject({
    $id: 'b1',
    $createdAt: '2026-03-04T05:06:07.089+00:00',
    subject: 'Data Structures and Algorithms',
    title: 'Algorithms',
    year,
    facultyId: 'csit',
    semesterId: '3',
    downloadUrl: 'https://library.example.edu/v1/storage/buckets/files/files/f1/preview?project=examshelf',
    uploadedAt: '2026-03-04T05:06:07.089+00:00',
  });
});

test('only books have a cover, and it is null for a book without one', () => {
  expect(toDocument({ ...book, coverFileId: null }, place)).toHaveProperty('coverImageUrl', null);
  expect(toDocument({ ...book, kind: 'note' }, place)).not.toHaveProperty('coverImageUrl');
});

test('the browser reads back the material that was written', () => {
  expect(materialFromDocument('book', toDocument(book, place))).toEqual(book);
  const paper: Material = { ...book, kind: 'paper', year: 2080, coverFileId: null };
  expect(materialFromDocument('paper', toDocument(paper, place))).toEqual(paper);
  expect(
    materialFromDocument('paper', { ...toDocument(paper, place), $deletedAt: '2026-04-01T00:00:00.000+00:00' })
      .deletedAt,
  ).toBe('2026-04-01T00:00:00.000+00:00');
});

test('a document of another library is refused', () => {
  expect(() =>
    materialFromDocument('book', { ...toDocument(book, place), downloadUrl: 'https://example.com/a.pdf' }),
  ).toThrow('is not a material of this library');
});

test('a selection includes the $ keys, and a row names its table', () => {
  const selected = selectAttributes(toDocument(book, place), ['title']);
  expect(Object.keys(selected)).toEqual([
    '$id',
    '$sequence',
    '$databaseId',
    '$collectionId',
    '$createdAt',
    '$updatedAt',
    '$permissions',
    'title',
  ]);
  expect(toRow(selected)).toMatchObject({ $tableId: 'books', title: 'Algorithms' });
  expect(toRow(selected)).not.toHaveProperty('$collectionId');
});

test('the id of a file is found only in addresses of files', () => {
  expect(fileIdOfAddress('/v1/storage/buckets/files/files/f1/view?project=p')).toBe('f1');
  expect(fileIdOfAddress('http://a.b:1/v1/storage/buckets/files/files/f-1.x/download')).toBe('f-1.x');
  expect(fileIdOfAddress('javascript:alert(1)//storage/buckets/files/files/f1/view')).toBeNull();
  expect(fileIdOfAddress('/v1/storage/buckets/files/files/../view')).toBeNull();
  expect(fileIdOfAddress('/v1/storage/buckets/files/files/f1')).toBeNull();
});

const pending: FileFacts = {
  id: 'f1',
  name: 'ds.pdf',
  folder: '',
  permissions: ['read("users")'],
  mimeType: '',
  sizeBytes: 15_000_000,
  chunksTotal: 3,
  chunksHeld: [0, 2],
  isFinished: false,
  sha256: '',
  warning: null,
  createdAt: '2026-03-04T05:06:07.089+00:00',
  updatedAt: '2026-03-04T05:06:07.089+00:00',
};

test('a pending file counts its chunks, or those before the first missing one', () => {
  expect(toFileAnswer(pending, place.ids)).toMatchObject({
    chunksUploaded: 2,
    chunksTotal: 3,
    signature: '',
    mimeType: '',
    sizeActual: 0,
  });
  expect(toFileAnswer(pending, place.ids, { asPrefix: true }).chunksUploaded).toBe(1);
});

test('a pending file with every chunk does not count the last one, because joining them failed', () => {
  const unjoined = { ...pending, chunksHeld: Array.from({ length: pending.chunksTotal }, (_, index) => index) };
  expect(toFileAnswer(unjoined, place.ids, { asPrefix: true }).chunksUploaded).toBe(pending.chunksTotal - 1);
});

test('a finished file has its type and size', () => {
  const finished = {
    ...pending,
    isFinished: true,
    chunksHeld: [],
    mimeType: 'application/pdf',
    sha256: 'ab12',
    warning: 'This PDF may be damaged.',
  };
  expect(toFileAnswer(finished, place.ids, { asPrefix: true })).toEqual({
    $id: 'f1',
    bucketId: 'files',
    $createdAt: '2026-03-04T05:06:07.089+00:00',
    $updatedAt: '2026-03-04T05:06:07.089+00:00',
    $permissions: ['read("users")'],
    name: 'ds.pdf',
    folder: '',
    key: 'ds.pdf',
    signature: 'ab12',
    mimeType: 'application/pdf',
    sizeOriginal: 15_000_000,
    sizeActual: 15_000_000,
    chunksTotal: 3,
    chunksUploaded: 3,
    encryption: false,
    compression: 'none',
    warning: 'This PDF may be damaged.',
  });
});

test('an account response has every key of the contract and nothing of the password', () => {
  const moment = '2026-03-04T05:06:07.089+00:00';
  const account = {
    id: 'u1',
    email: 'a@b.example',
    name: 'A',
    isAdministrator: true,
    isBlocked: false,
    createdAt: moment,
    updatedAt: moment,
    passwordUpdatedAt: moment,
    passwordHash: 'secret',
  };
  const answer = toAccountAnswer(account, moment);
  expect(answer).toMatchObject({
    $id: 'u1',
    status: true,
    prefs: {},
    targets: [],
    labels: ['admin'],
    registration: moment,
  });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test('a session response never contains its secret', () => {
  const moment = '2026-03-04T05:06:07.089+00:00';
  const session = {
    id: 's1',
    userId: 'u1',
    expiresAt: moment,
    createdAt: moment,
    updatedAt: moment,
    ip: '::1',
    secretHash: 'hash',
  };
  const answer = toSessionAnswer(session, { email: 'a@b.example', isCurrent: true });
  expect(answer).toMatchObject({
    $id: 's1',
    provider: 'email',
    providerUid: 'a@b.example',
    current: true,
    factors: ['password'],
    secret: '',
  });
  expect(JSON.stringify(answer)).not.toContain('hash');
});
