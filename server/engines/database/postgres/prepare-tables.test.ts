import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { openTransfer } from '#server/engines/open-database.ts';
import { arrivingSetting } from '#server/machinery/faults/closed-library.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { findNotAdding, postgresMigrations, prepareTables, readCompatibility } from './prepare-tables.ts';

const later = `-- compatible-with: 0004-search.sql
create table reviews (id text primary key, stars integer not null);
alter table materials add column reviewed_at bigint;
alter table materials add column stars integer not null default 0;
create index materials_by_stars on materials (stars);
`;

test('every migration after the first names the older servers it is compatible with, and only adds', () => {
  for (const { name, script } of readMigrations(postgresMigrations).slice(1))
    expect([name, readCompatibility(name, script), findNotAdding(script)]).toEqual([name, expect.any(String), null]);
});

test.each([
  'drop table materials',
  'alter table materials rename column title to name',
  'alter table materials alter column year set not null',
  'alter table materials drop column year',
  'alter table materials add column stars integer not null',
  'create unique index one_title on materials (title)',
  'delete from settings',
  'create table extra (id text); alter table materials alter column year set not null',
  'create table extra (id text); update materials set year = 2000',
])("rejects a migration that older servers can't run with: %s", (statement) => {
  expect(() => readCompatibility('0003.sql', `-- compatible-with: 0002-nodes.sql\n${statement};`)).toThrow(
    'more than add',
  );
  expect(readCompatibility('0003.sql', `${statement};`)).toBeNull();
});

describe.skipIf(whyNoPostgres())('two releases with one database', () => {
  test('lets a server older than an adding migration keep running, restart, and write while the newer one runs', async () => {
    const migrations = await mkdtemp(path.join(tmpdir(), 'examshelf-later-'));
    await cp(postgresMigrations, migrations, { recursive: true });
    await writeFile(path.join(migrations, '9998-reviews.sql'), later);
    await using made = await (await openPostgresServer()).make();
    await using older = await openPostgresLibrary({ in: made });
    await addFile(older.database, 'file');
    await using newer = await openPostgresLibrary({ in: made, migrations });
    await older.database.materials.insert(newMaterial('by-older'));
    await using again = await openPostgresLibrary({ in: made });
    await again.database.materials.update('by-older', { title: 'Changed' });
    expect((await newer.database.materials.find('by-older'))?.title).toBe('Changed');

    await writeFile(path.join(migrations, '9999-stars.sql'), 'alter table materials drop column stars;');
    await (await newer.open({ migrations })).close();
    await expect(openPostgresLibrary({ in: made })).rejects.toThrow(
      'has the migration "9999-stars.sql", which this release does not know',
    );
    await rm(migrations, { recursive: true });
  });
});

/** Databases that were named by mistake. */
const missing = whyNoPostgres();

const make = async () => (await openPostgresServer()).make({ isEmpty: true });
const openNew = ({ address }: TestDatabase) => openTransfer({ dataDir: '', address, isNew: true });

/** Creates tables of a release with another last migration. */
async function makeOlder(address: PostgresAddress): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-migrations-'));
  try {
    const names = (await readdir(postgresMigrations)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names.slice(0, -1)) await cp(path.join(postgresMigrations, name), path.join(folder, name));
    await prepareTables(address, { now: () => 1, migrations: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns everything in a database that a statement could have changed: each row of its catalogue and tables, and its
 * writer.
 */
async function fingerprint(address: PostgresAddress): Promise<unknown> {
  const catalogue = ['class', 'attribute', 'proc', 'trigger', 'constraint', 'index', 'type'].map(
    (name) => `select 'pg_${name}' as place, xmin::text, ctid::text from pg_${name}`,
  );
  const tables = (await runOn(
    address,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )) as { name: string }[];
  const rows = tables.map(({ name }) => `select '${name}' as place, xmin::text, ctid::text from ${name}`);
  const [all] = await runOn(
    address,
    `select count(*), md5(string_agg(place || xmin || ctid, ',' order by place, ctid)) as digest from (${[...catalogue, ...rows].join(' union all ')}) as each`,
  );
  return all;
}

describe.skipIf(missing)('the target database of a library', () => {
  test.each<[string, (address: PostgresAddress) => Promise<unknown>, RegExp]>([
    [
      'holds a library of an older release',
      async (address) => {
        await makeOlder(address);
        await runOn(address, "insert into settings (name, value) values ('library-id', 'one')");
      },
      /^the database .* is not empty: it holds a library of another release .*settings\)\. Nothing was changed; name an empty one/,
    ],
    [
      'holds the tables of another program, with its own migrations',
      (address) =>
        runOn(
          address,
          "create table migrations (id int, migration text); create table customers (id int); insert into migrations values (1, 'first')",
        ),
      /^the database .* is not empty: it has tables that are not an Examshelf library's \(customers, migrations\)\. Nothing was changed; name an empty one/,
    ],
  ])('is refused if it %s, with a line that says what to do, and is not changed', async (_, fill, said) => {
    await using database = await make();
    await fill(database.address);
    const before = await fingerprint(database.address);
    await expect(openNew(database)).rejects.toThrow(said);
    expect(await fingerprint(database.address)).toEqual(before);

    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-vacant-'));
    try {
      const dataDir = path.join(folder, 'old');
      await mkdir(dataDir);
      await (await openTransfer({ dataDir, address: null, isNew: true }))[Symbol.asyncDispose]();
      const source = path.join(folder, 'backup.tar');
      await makeBackup({ dataDir, target: source, passphrase: null });
      const job = { source, dataDir: path.join(folder, 'new'), database: database.address, passphrase: null };
      await expect(restoreBackup(job)).rejects.toThrow(said);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await fingerprint(database.address)).toEqual(before);
  });

  test('is used if it has only empty tables of an older release, or an incomplete library', async () => {
    for (const mark of [null, 'a library']) {
      await using database = await make();
      await makeOlder(database.address);
      if (mark !== null)
        await runOn(database.address, `insert into settings (name, value) values ('${arrivingSetting}', '${mark}')`);
      await using records = await openNew(database);
      expect(await records.findSetting(arrivingSetting)).toBe(mark);
    }
  });

  test('is used if it has tables only in another schema', async () => {
    await using database = await make();
    await runOn(database.address, 'create schema other; create table other.customers (id int)');
    await using records = await openNew(database);
    expect(await records.findSetting(arrivingSetting)).toBeNull();
  });
});
