import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { addTextFunctions } from '#server/engines/database/sqlite/text-functions.ts';
import { ids } from '#test/support/library.ts';

/**
 * Fills a library with forty papers of the measured subject; the others, of all kinds, are in many subjects of six
 * faculties.
 */
export async function fillLargeLibrary(dataDir: string, materials: number): Promise<void> {
  const database = await openSqlite({ dataDir, publicUrl: 'http://127.0.0.1', ids });
  const faculties = ['bca', 'bim', 'bit', 'be', 'bba', 'bbs'];
  // All materials have the same file, whose bytes nobody requests.
  await database.transaction(async ({ files }) => {
    await files.insertPending({ id: 'file', name: 'a.pdf', folder: '', sizeBytes: 1000, chunksTotal: 1, ownerId: 'a' });
    const facts = { mimeType: 'application/pdf', sizeBytes: 1000, sha256: 'a'.repeat(64) };
    await files.finish('file', { ...facts, pageCount: 4, warning: null });
  });
  await database.close();
  // Bypasses the port, which takes ten times as long for a million rows; the triggers of the tables do the rest. Those
  // of the search index would write and merge a part of the index with every row, so these are made at the end.
  using file = new DatabaseSync(path.join(dataDir, sqliteFileName));
  addTextFunctions(file);
  file.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; pragma temp_store = memory',
  );
  const triggers = file.prepare('select name, sql from sqlite_schema where type = ? and name in (?, ?)');
  const ofWords = triggers.all('trigger', 'materials_searched_on_insert', 'materials_trigrams_on_insert');
  file.exec('begin');
  for (const { name } of ofWords) file.exec(`drop trigger ${String(name)}`);
  const insert = file.prepare(insertMaterial);
  const kinds = ['paper', 'note', 'revision', 'book'] as const;
  for (let index = 0; index < materials; index += 1) {
    const isAskedFor = index < 80;
    insert.run({
      id: `m${index}`,
      kind: isAskedFor ? (index % 2 === 0 ? 'paper' : 'note') : (kinds[index % 4] ?? 'paper'),
      title: index % 100_000 === 7 ? `Zebrafish ${index}` : `Material number ${index}`,
      subject: isAskedFor ? 'C Programming' : `Subject ${index % 97}`,
      faculty: isAskedFor || index % 50 === 3 ? 'csit' : (faculties[index % 6] ?? 'bca'),
      term: isAskedFor ? '1' : String(1 + (index % 8)),
      year: BigInt(2017 + (index % 10)),
      moment: BigInt(1_700_000_000_000 + index),
    });
  }
  for (const { sql } of ofWords) file.exec(String(sql));
  for (const index of ['materials_search', 'materials_title_trigrams'])
    file.exec(`insert into ${index} (${index}) values ('rebuild')`);
  file.exec('commit');
}

const insertMaterial = `insert into materials (id, kind, title, title_folded, title_words, title_key, subject,
  subject_folded, faculty_id, semester_id, year, file_id, created_at, updated_at)
  values (:id, :kind, :title, fold_case(:title), indexed_words(:title), natural_key(fold_case(:title)), :subject, fold_case(:subject),
  :faculty, :term, :year, 'file', :moment, :moment)`;
