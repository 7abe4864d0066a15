import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RemovedFile } from './database.ts';
import { sqliteFileName } from './sqlite-file.ts';

/** What the database has about stored files at one moment. */
export type RecordSnapshot = {
  finished: RemovedFile[];
  /** Uploads in progress. */
  pending: string[];
  /** Removed on purpose; their bytes are still to be removed. */
  removed: RemovedFile[];
  /** Materials, trash included, that name a file that is missing or unfinished. */
  dangling: { materialId: string; fileId: string }[];
  /** Materials of which harvesters are told the wrong thing: that they can be read, or that they cannot. */
  mistold: string[];
  /** The damage that the database engine finds in its own file. */
  damage: string[];
};

/**
 * Reads the records without changing anything, whether or not a server is running, in one transaction. Throws if the
 * file is missing or is not a database.
 */
export function readRecordSnapshot(dataDir: string): RecordSnapshot {
  using database = openReadOnly(dataDir);
  database.exec('begin');
  const damage = [
    ...all(database, 'pragma integrity_check(20)').map((row) => String(row['integrity_check'])),
    ...all(database, 'pragma foreign_key_check').map(
      (row) => `a row of ${row['table']} names a missing row of ${row['parent']}`,
    ),
  ].filter((line) => line !== 'ok');
  const named = `select id as material_id, file_id from materials
    union all select id, cover_file_id from materials where cover_file_id is not null`;
  return {
    finished: all(database, 'select id, sha256, size_bytes from files where is_finished = 1 order by id').map(toFile),
    pending: all(database, 'select id from files where is_finished = 0').map(({ id }) => String(id)),
    removed: hasNotes(database) ? all(database, 'select id, sha256, size_bytes from removed_files').map(toFile) : [],
    dangling: all(
      database,
      `select material_id, file_id from (${named})
       where not exists (select 1 from files where files.id = file_id and is_finished = 1)`,
    ).map((row) => ({ materialId: String(row['material_id']), fileId: String(row['file_id']) })),
    mistold: has(database, 'harvest_records')
      ? all(
          database,
          `select coalesce(materials.id, material_id) as id
           from materials full join harvest_records on material_id = materials.id
           where coalesce(materials.deleted_at is null and is_public = 1, 0) <> coalesce(is_deleted = 0, 0)
           limit 100`,
        ).map(({ id }) => String(id))
      : [],
    damage,
  };
}

/** Whether the record is unchanged: the file may have been removed or replaced while its bytes were read. */
export function isStillRecorded(dataDir: string, file: RemovedFile): boolean {
  using database = openReadOnly(dataDir);
  const row = database.prepare('select sha256 from files where id = ? and is_finished = 1').get(file.id);
  return row?.['sha256'] === file.sha256;
}

/** Whether the database has a file of that id, finished or not, or a note that it was removed. */
export function isKnown(dataDir: string, fileId: string): boolean {
  using database = openReadOnly(dataDir);
  const names = (table: string) => database.prepare(`select 1 from ${table} where id = ?`).get(fileId) !== undefined;
  return names('files') || (hasNotes(database) && names('removed_files'));
}

function openReadOnly(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(path.join(dataDir, sqliteFileName), { readOnly: true, timeout: 5000 });
  try {
    database.exec('pragma query_only = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const hasNotes = (database: DatabaseSync): boolean => has(database, 'removed_files');

/** A library of an older release does not have every table until its next start. */
function has(database: DatabaseSync, table: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
}

type Row = Record<string, unknown>;

const all = (database: DatabaseSync, statement: string): Row[] => database.prepare(statement).all();

const toFile = (row: Row): RemovedFile => ({
  id: String(row['id']),
  sha256: String(row['sha256']),
  sizeBytes: Number(row['size_bytes']),
});
