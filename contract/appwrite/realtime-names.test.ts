import { expect, test } from 'vitest';
import { documentNames, fileNames, isRowChannel } from './realtime-names.ts';

const place = { databaseId: 'D', collectionId: 'C', documentId: 'X' };

test('the change of a document is sent on eight channels, and on the same channels with the action in their names', () => {
  const plain = [
    'documents',
    'databases.D.collections.C.documents',
    'databases.D.collections.C.documents.X',
    'rows',
    'databases.D.tables.C.rows',
    'databases.D.tables.C.rows.X',
    'tablesdb.D.tables.C.rows',
    'tablesdb.D.tables.C.rows.X',
  ];
  expect(documentNames(place, 'create').channels).toEqual([...plain, ...plain.map((channel) => `${channel}.create`)]);
});

test('the events of a document go from the most exact one to its database, with stars for any id, and then as rows', () => {
  const { events } = documentNames(place, 'update');
  expect(events.slice(0, 22)).toEqual([
    'databases.D.collections.C.documents.X.update',
    'databases.D.collections.C.documents.*.update',
    'databases.D.collections.*.documents.X.update',
    'databases.*.collections.C.documents.X.update',
    'databases.D.collections.*.documents.*.update',
    'databases.*.collections.C.documents.*.update',
    'databases.*.collections.*.documents.X.update',
    'databases.*.collections.*.documents.*.update',
    'databases.D.collections.C.documents.X',
    'databases.D.collections.C.documents.*',
    'databases.D.collections.*.documents.X',
    'databases.*.collections.C.documents.X',
    'databases.D.collections.*.documents.*',
    'databases.*.collections.C.documents.*',
    'databases.*.collections.*.documents.X',
    'databases.*.collections.*.documents.*',
    'databases.D.collections.C',
    'databases.D.collections.*',
    'databases.*.collections.C',
    'databases.*.collections.*',
    'databases.D',
    'databases.*',
  ]);
  const twins = events
    .slice(0, 20)
    .map((event) => event.replace('.collections.', '.tables.').replace('.documents.', '.rows.'));
  expect(events.slice(22)).toEqual(twins);
  expect(new Set(events).size).toBe(events.length);
});

test('the change of a file is sent on its three channels, with the events of its bucket', () => {
  expect(fileNames({ bucketId: 'U', fileId: 'F' }, 'delete')).toEqual({
    channels: [
      'files',
      'buckets.U.files',
      'buckets.U.files.F',
      'files.delete',
      'buckets.U.files.delete',
      'buckets.U.files.F.delete',
    ],
    events: [
      'buckets.U.files.F.delete',
      'buckets.U.files.*.delete',
      'buckets.*.files.F.delete',
      'buckets.*.files.*.delete',
      'buckets.U.files.F',
      'buckets.U.files.*',
      'buckets.*.files.F',
      'buckets.*.files.*',
      'buckets.U',
      'buckets.*',
    ],
  });
});

test('the channels of rows are distinguished from those of documents', () => {
  const { channels } = documentNames(place, 'create');
  expect(channels.filter(isRowChannel)).toEqual(channels.filter((channel) => channel.includes('rows')));
});
