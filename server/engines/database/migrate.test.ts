import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate, type Migratable } from './migrate.ts';
import { sqliteFileName, sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';

/** Returns a folder of migrations, and an engine that only lists the applied ones. */
function makeParts(scripts: Record<string, string>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'examshelf-migrations-'));
  const write = (name: string, script: string) => writeFileSync(path.join(directory, name), script);
  for (const [name, script] of Object.entries(scripts)) write(name, script);
  const applied: { name: string; digest: string; script: string }[] = [];
  const engine: Migratable = {
    listApplied: async () => applied,
    // Answers some ticks of the event loop later, like an engine behind a connection.
    async apply(migration) {
      const before = applied.length;
      await new Promise((resolve) => setImmediate(resolve));
      if (applied.length !== before) throw new Error('two migrations ran at the same time');
      applied.push(migration);
    },
  };
  return { directory, write, engine, applied, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
}

test('applies migrations once, one after the other in the order of their names', async () => {
  using parts = makeParts({ '0002-more.sql': 'two', '0001-first.sql': 'one', 'notes.md': 'not a migration' });
  expect(await migrate(parts.engine, parts.directory)).toEqual(['0001-first.sql', '0002-more.sql']);
  expect(await migrate(parts.engine, parts.directory)).toEqual([]);
  parts.write('0003-last.sql', 'three');
  expect(await migrate(parts.engine, parts.directory)).toEqual(['0003-last.sql']);
  expect(parts.applied.map(({ script }) => script)).toEqual(['one', 'two', 'three']);
});

test('stops the start if an applied migration was changed afterwards', async () => {
  using parts = makeParts({ '0001-first.sql': 'one' });
  await migrate(parts.engine, parts.directory);
  parts.write('0001-first.sql', 'another');
  parts.write('0002-more.sql', 'two');
  await expect(migrate(parts.engine, parts.directory)).rejects.toThrow('"0001-first.sql" was changed');
  expect(parts.applied).toHaveLength(1);
});

test('stops the start on a database with migrations that this release does not know', async () => {
  using parts = makeParts({ '0001-first.sql': 'one' });
  parts.applied.push(
    { name: '0001-first.sql', digest: '', script: '' },
    { name: '0002-newer.sql', digest: '', script: '' },
  );
  parts.applied.shift();
  await expect(migrate(parts.engine, parts.directory)).rejects.toThrow(
    'has the migration "0002-newer.sql", which this release does not know',
  );
});

test('refuses a library of a newer release in one line, and leaves its file usable', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'examshelf-newer-'));
  const options = {
    dataDir,
    publicUrl: 'https://library.test',
    ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' },
  };
  await (await openSqlite(options)).close();
  const file = new DatabaseSync(path.join(dataDir, sqliteFileName));
  file.exec("insert into migrations (name, digest, applied_at) values ('9999-future.sql', '', 0)");
  await expect(openSqlite(options)).rejects.toThrow('9999-future.sql');
  file.exec("delete from migrations where name = '9999-future.sql'");
  file.close();
  await (await openSqlite(options)).close();
  rmSync(dataDir, { recursive: true });
});

test('lets a migration change a check constraint, for example for another kind of material', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'examshelf-check-'));
  const options = {
    dataDir: folder,
    publicUrl: 'https://library.test',
    ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' },
  };
  await (await openSqlite(options)).close();
  const migrations = path.join(folder, 'migrations');
  cpSync(sqliteMigrations, migrations, { recursive: true });
  // As CONTRIBUTING.md shows it.
  const script = `
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'check (kind in (', 'check (kind in (''leaflet'', ')
    where name = 'materials';
    pragma writable_schema = reset;
  `;
  writeFileSync(path.join(migrations, '9999-leaflets.sql'), script);
  await (await openSqlite({ ...options, migrations })).close();
  using file = new DatabaseSync(path.join(folder, sqliteFileName));
  file.exec(
    "insert into files (id, name, name_folded, folder, folder_folded, size_bytes, chunks_total, owner_id, created_at, updated_at) values ('f', '', '', '', '', 1, 1, '', 0, 0)",
  );
  const insert = (kind: string) => () =>
    file.exec(
      `insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, file_id, created_at, updated_at)
      values ('${kind}', '${kind}', '', '', '', '', '', '', '', 'f', 0, 0)`,
    );
  expect(insert('leaflet')).not.toThrow();
  expect(insert('poster')).toThrow('CHECK constraint failed');
  expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  file.close();
  rmSync(folder, { recursive: true });
});
