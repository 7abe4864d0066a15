import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { emptyQuery } from '#contract/query.ts';
import { naturalKey } from '#domain/text/natural-order.ts';
import { readMigrations } from './migrate.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'libraries');
const options = { publicUrl: 'https://library.test', ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' } };
const releases = (await readdir(fixtures)).filter((name) => name.endsWith('.sqlite.gz')).sort();

/** Creates a data folder with a library as written by a release. */
async function putLibrary(release: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-release-'));
  await writeFile(path.join(dataDir, sqliteFileName), gunzipSync(await readFile(path.join(fixtures, release))));
  return { dataDir, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
}

test('has a library of every release', () => {
  expect(releases).toEqual(
    expect.arrayContaining(['0001', '0002', '0003', '0004'].map((n) => expect.stringMatching(n))),
  );
});

test.each(releases)('opens a library of %s with all its records', async (release) => {
  await using folder = await putLibrary(release);
  const database = await openSqlite({ dataDir: folder.dataDir, ...options });
  const { materials, files, accounts, settings } = database;
  expect(await materials.find('paper')).toMatchObject({
    title: 'Physics 2080',
    year: 2023,
    yearBs: null,
    fileType: 'application/pdf',
  });
  expect(await materials.find('book')).toMatchObject({ coverFileId: 'cover', permissions: ['read("any")'] });
  expect((await materials.find('trash'))?.deletedAt).not.toBeNull();
  expect(await materials.wasPurged('purged')).toBe(true);
  expect((await materials.count()).totals).toEqual({ paper: 1, note: 1, revision: 0, book: 1 });
  expect((await materials.list('book', emptyQuery)).materials.map(({ id }) => id)).toEqual(['book']);
  const filters = [{ method: 'search' as const, attribute: 'title', values: ['2080'] }];
  expect((await materials.list('note', { ...emptyQuery, filters })).materials.map(({ id }) => id)).toEqual(['nepali']);
  expect(await files.find('cover')).toMatchObject({ isFinished: true, sizeBytes: 5, mimeType: 'image/png' });
  expect((await files.listUnused({ limit: 10, offset: 0 })).files.map(({ id }) => id)).toEqual(['unused']);
  expect(await accounts.findByEmail('admin@library.test')).toMatchObject({ isAdministrator: true });
  expect(await settings.find('samples')).toBe('off');
  await database.close();
  using file = new DatabaseSync(path.join(folder.dataDir, sqliteFileName));
  expect({ ...file.prepare('pragma integrity_check').get() }).toEqual({ integrity_check: 'ok' });
  expect(file.prepare('pragma foreign_key_check').all()).toEqual([]);
  // Titles have the key of their natural order.
  const titles = file.prepare('select title, title_key from materials').all();
  expect(titles).toEqual(titles.map(({ title }) => ({ title, title_key: naturalKey(String(title)) })));
});

test('copies the database once, before migrations change it', async () => {
  await using folder = await putLibrary('0001-shelf.sqlite.gz');
  const copies: string[] = [];
  const open = () => openSqlite({ ...options, dataDir: folder.dataDir, onCopy: (copy) => copies.push(copy) });
  await (await open()).close();
  await (await open()).close();
  const copy = path.join(folder.dataDir, 'backups', 'before-0002-permissions.sqlite');
  expect(copies).toEqual([copy]);
  using copied = new DatabaseSync(copy, { readOnly: true });
  expect(copied.prepare('select name from migrations').all()).toEqual([{ name: '0001-shelf.sql' }]);
  expect(copied.prepare('select id from materials order by sequence').all()).toHaveLength(4);
  expect(await readdir(path.join(folder.dataDir, 'backups'))).toEqual(['before-0002-permissions.sqlite']);
});

test('does not copy a new library', async () => {
  await using folder = await putLibrary('0001-shelf.sqlite.gz');
  const dataDir = path.join(folder.dataDir, 'new');
  await (await openSqlite({ ...options, dataDir })).close();
  expect(await stat(path.join(dataDir, 'backups')).catch(() => null)).toBeNull();
});

test('changes nothing if there is no space for the copy, and names the folder in the message', async () => {
  await using folder = await putLibrary('0001-shelf.sqlite.gz');
  await writeFile(path.join(folder.dataDir, 'backups'), 'a file where the folder should be');
  const open = openSqlite({ ...options, dataDir: folder.dataDir });
  await expect(open).rejects.toThrow(`no copy of it could be saved in ${path.join(folder.dataDir, 'backups')}`);
  using file = new DatabaseSync(path.join(folder.dataDir, sqliteFileName));
  expect(file.prepare('select name from migrations').all()).toEqual([{ name: '0001-shelf.sql' }]);
});

test('retains the copies of the last three releases', async () => {
  await using folder = await putLibrary('0001-shelf.sqlite.gz');
  const backups = path.join(folder.dataDir, 'backups');
  const migrations = path.join(folder.dataDir, 'migrations');
  await mkdir(migrations);
  await mkdir(backups);
  // A file of the operator is left alone.
  await writeFile(path.join(backups, 'before-exams.txt'), 'mine');
  for (const { name } of readMigrations(sqliteMigrations).slice(0, 4))
    await copyFile(path.join(sqliteMigrations, name), path.join(migrations, name));
  for (const name of ['0101-a', '0102-b', '0103-c', '0104-d']) {
    await (await openSqlite({ ...options, dataDir: folder.dataDir, migrations })).close();
    await writeFile(path.join(migrations, `${name}.sql`), `create table t${name.slice(0, 4)} (x integer) strict;`);
  }
  await (await openSqlite({ ...options, dataDir: folder.dataDir, migrations })).close();
  expect((await readdir(backups)).sort()).toEqual([
    'before-0102-b.sqlite',
    'before-0103-c.sqlite',
    'before-0104-d.sqlite',
    'before-exams.txt',
  ]);
});
