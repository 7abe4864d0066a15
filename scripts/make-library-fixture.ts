import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { readMigrations } from '#server/engines/database/migrate.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';

/**
 * `npm run fixture:library -- [NUMBER]` writes test/fixtures/libraries/{last migration}.sqlite.gz: a small library of
 * the release whose last migration has that number (by default the current one). Such a file is made once, with the
 * release, and never changed, because it is a sample of the databases in use.
 */

const all = readMigrations(sqliteMigrations);
const number = process.argv[2];
const last = number === undefined ? all.length - 1 : all.findIndex(({ name }) => name.startsWith(`${number}-`));
const newest = all[last];
if (!newest) throw new Error(`there is no migration ${number}`);

const moment = Date.UTC(2026, 0, 15, 6);
const file = path.join(tmpdir(), `library-fixture-${process.pid}.sqlite`);
const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
database.exec(
  'create table migrations (name text primary key, digest text not null, applied_at integer not null) strict',
);
for (const { name, digest, script } of all.slice(0, last + 1)) {
  database.exec(script);
  database.prepare('insert into migrations values (?, ?, ?)').run(name, digest, moment);
}

// Only columns of the first release: later ones must have defaults, or old libraries could not be opened.
const addFile = database.prepare(
  `insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256, page_count, owner_id, created_at, updated_at)
   values (?, ?, ?, '', '', ?, ?, 1, 1, ?, ?, 'admin', ?, ?)`,
);
const addMaterial = database.prepare(
  `insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, year, file_id, cover_file_id, created_at, updated_at, deleted_at)
   values (?, ?, ?, ?, ?, ?, ?, 'csit', '1', ?, ?, ?, ?, ?, ?)`,
);
for (const [id, type] of [
  ['paper', 'application/pdf'],
  ['book', 'application/pdf'],
  ['cover', 'image/png'],
  ['unused', 'text/html'],
]) {
  const digest = createHash('sha256').update(String(id)).digest('hex');
  addFile.run(String(id), `${id}.bin`, `${id}.bin`, String(type), String(id).length, digest, 3, moment, moment);
}
// Before migration 0004 the search index had Devanagari digits unchanged.
const year = newest.name < '0004' ? '२०८०' : '2080';
const add = (
  id: string,
  kind: string,
  facts: { title: string; words: string; year: number | null; file: string; cover: string | null; deleted?: boolean },
) =>
  addMaterial.run(
    id,
    kind,
    facts.title,
    facts.title.toLowerCase(),
    facts.words,
    'C Programming',
    'c programming',
    facts.year,
    facts.file,
    facts.cover,
    moment,
    moment,
    facts.deleted ? moment : null,
  );
add('paper', 'paper', { title: 'Physics 2080', words: 'physics 2080', year: 2023, file: 'paper', cover: null });
add('nepali', 'note', {
  title: 'भौतिक शास्त्र २०८०',
  words: `भौतिक शास्त्र ${year}`,
  year: null,
  file: 'paper',
  cover: null,
});
add('book', 'book', { title: 'The C Book', words: 'the c book', year: null, file: 'book', cover: 'cover' });
add('trash', 'note', { title: 'Old note', words: 'old note', year: null, file: 'paper', cover: null, deleted: true });
add('purged', 'note', { title: 'Gone', words: 'gone', year: null, file: 'paper', cover: null });
database.exec("delete from materials where id = 'purged'");
database
  .prepare(
    `insert into accounts (id, email, name, password_hash, is_administrator, created_at, updated_at, password_updated_at)
     values ('admin', 'admin@library.test', 'Administrator', 'no hash', 1, ?, ?, ?)`,
  )
  .run(moment, moment, moment);
database.exec(`insert into settings (name, value) values ('samples', 'off')`);
database.exec('vacuum');
database.close();

const folder = path.join(import.meta.dirname, '..', 'test', 'fixtures', 'libraries');
mkdirSync(folder, { recursive: true });
const target = path.join(folder, newest.name.replace(/\.sql$/, '.sqlite.gz'));
writeFileSync(target, gzipSync(readFileSync(file), { level: 9 }));
rmSync(file, { force: true });
process.stdout.write(`${target}\n`);
