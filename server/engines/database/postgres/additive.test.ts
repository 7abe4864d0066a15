import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import { findNotAdding, readCompatibility } from './additive.ts';
import { postgresMigrations } from './prepare-tables.ts';

const later = `-- compatible-with: 0004-search.sql
create table reviews (id text primary key, stars integer not null);
alter table materials add column reviewed_at bigint;
alter table materials add column stars integer not null default 0;
create index materials_by_stars on materials (stars);
`;

test('every migration after the first names the older servers it is compatible with, and only adds to the tables', () => {
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
  test('lets a server older than an adding migration keep running, restart and write while a newer one runs', async () => {
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
