import { expect, test } from 'vitest';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import { addFile } from '#server/engines/database/database.suite.ts';
import type { Database } from '#server/engines/database/database.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { mergeCopies } from './merge-copies.ts';

type OldRow = { id: string; manual?: ManualFields; state?: string; file?: 'begun' | 'finished'; digest?: string };

/** Statements by which an older release stages files: a row for each path. */
const insertRows = (rows: readonly OldRow[]) =>
  rows
    .map(
      ({ id, manual = {}, state = 'waiting', digest = 'a' }) => `
        insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id, state, told,
          created_at, updated_at, touched_lived)
        values ('${id}', 'folder ${id}/x.pdf', 'folder ${id}', 'folder ${id}/x', '${digest.repeat(64)}', 10, 'file ${id}',
          'material ${id}', '${state}', '${JSON.stringify(manual)}', 1, 1, 0);`,
    )
    .join('');

async function addFiles(database: Database, rows: readonly OldRow[]): Promise<void> {
  for (const { id, file, digest = 'a' } of rows) {
    if (file === 'finished') await addFile(database, `file ${id}`, { sha256: digest.repeat(64) });
    if (file === 'begun') {
      const begun = { name: 'x.pdf', folder: '', sizeBytes: 10, chunksTotal: 2, ownerId: 'admin' };
      await database.files.insertPending({ id: `file ${id}`, ...begun });
    }
  }
}

/** Returns the remaining rows: id, manual values, folders. */
async function readLeft({ staging }: Database): Promise<[string, ManualFields, string[]][]> {
  const rows = await staging.list({ filter: 'all', after: 0, limit: 1000 });
  return rows.map(({ id, manual, paths }) => [
    id,
    manual,
    paths.map((each) => each.replace(/^folder (.*)\/x\.pdf$/, '$1')).toSorted(),
  ]);
}

const os = { subject: 'Operating Systems' };

test.each<{ what: string; rows: OldRow[]; left: [string, ManualFields, string[]][] }>([
  {
    what: 'untouched rows are merged into the first one',
    rows: [{ id: '1' }, { id: '2' }, { id: '3' }, { id: 'other', digest: 'b' }],
    left: [
      ['1', {}, ['1', '2', '3']],
      ['other', {}, ['other']],
    ],
  },
  {
    what: 'the row with the bytes stays, with the manual values of the others',
    rows: [
      { id: '1', manual: os },
      { id: '2', manual: { kind: 'note', ...os } },
      { id: '3', file: 'finished' },
    ],
    left: [['3', { kind: 'note', ...os }, ['1', '2', '3']]],
  },
  {
    what: 'rows with different manual values stay separate',
    rows: [{ id: '1', manual: os }, { id: '2', manual: { subject: 'Web Technology', kind: 'note' } }, { id: '3' }],
    left: [
      ['1', os, ['1', '3']],
      ['2', { subject: 'Web Technology', kind: 'note' }, ['2']],
    ],
  },
  {
    what: 'a year set to null counts as a value',
    rows: [
      { id: '1', manual: { year: null } },
      { id: '2', manual: { year: 2022, bsYear: 2079 } },
    ],
    left: [
      ['1', { year: null }, ['1']],
      ['2', { year: 2022, bsYear: 2079 }, ['2']],
    ],
  },
  {
    what: 'rows whose bytes were sent, or are being sent, stay separate',
    rows: [{ id: '1', file: 'finished' }, { id: '2', file: 'finished' }, { id: '3', file: 'begun' }, { id: '4' }],
    left: [
      ['1', {}, ['1', '4']],
      ['2', {}, ['2']],
      ['3', {}, ['3']],
    ],
  },
  {
    what: 'a published row takes the paths of the others, unless they have manual values',
    rows: [{ id: '1' }, { id: '2', state: 'published', manual: { kind: 'note' } }, { id: '3', manual: os }],
    left: [
      ['2', { kind: 'note' }, ['1', '2']],
      ['3', os, ['3']],
    ],
  },
])('of an older release, $what', async ({ rows, left }) => {
  await using place = await openTestPlace();
  const database = await place.openRecords();
  try {
    await place.execute(insertRows(rows));
    await addFiles(database, rows);
    const merged = await mergeCopies(database);
    expect(await readLeft(database)).toEqual(left);
    expect(merged).toBe(rows.length - left.length);
    const revision = await database.staging.revision();
    expect(await mergeCopies(database)).toBe(0);
    expect(await database.staging.revision()).toBe(revision);
  } finally {
    await database.close();
  }
});

test('many copies are merged in batches', async () => {
  await using place = await openTestPlace();
  const database = await place.openRecords();
  try {
    const digests = 250;
    const digestOf = (index: number) => String(index).padStart(64, '0');
    const rows = Array.from({ length: 2 * digests }, (_, index) => ({ id: `${index}` }));
    const statements = rows.map(({ id }, index) =>
      insertRows([{ id }]).replace('a'.repeat(64), digestOf(index % digests)),
    );
    await place.execute(`begin; ${statements.join('')} commit`);
    expect(await mergeCopies(database)).toBe(digests);
    expect(new Set((await readLeft(database)).map(([, , folders]) => folders.length))).toEqual(new Set([2]));
  } finally {
    await database.close();
  }
});
