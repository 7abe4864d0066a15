import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { arrivingSetting, closedSetting } from '#server/machinery/faults/closed-library.ts';
import { copyDatabase, sqliteFileName } from './sqlite-file.ts';

/** A finished file in a snapshot. */
export type SnapshotFile = { id: string; name: string; sha256: string; sizeBytes: number };

export type SnapshotFacts = {
  migrations: { name: string; digest: string }[];
  /** The time of the creation of the library (milliseconds since 1970), different for every library. */
  madeAt: number;
  materials: number;
  files: SnapshotFile[];
};

/** Time that a statement waits for another process to end its transaction. */
const busyTimeoutMs = 5000;

/** Opens the database of a library, which may be running, read-only. Throws if there is none. */
export function openForReading(dataDir: string): DatabaseSync & Disposable {
  const file = path.join(dataDir, sqliteFileName);
  if (!existsSync(file)) throw new Error(`there is no library in ${dataDir} (setting DATA_DIR)`);
  return new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
}

/** True if the library still has the finished file with these bytes. */
export function holdsFile(database: DatabaseSync, { id, sha256 }: { id: string; sha256: string }): boolean {
  const found = database.prepare('select 1 from files where id = ? and sha256 = ? and is_finished = 1').get(id, sha256);
  return found !== undefined;
}

/** Returns the time of the creation of the library (milliseconds since 1970). */
export function readMadeAt(database: DatabaseSync): number {
  const first = database.prepare('select applied_at from migrations order by name limit 1').get();
  return Number(first?.['applied_at'] ?? 0);
}

/**
 * Copies the database of a library, running or not, as of one moment. Unfinished uploads are left out, because their
 * parts are not in a backup. Throws if the database is damaged.
 */
export async function takeSnapshot(source: DatabaseSync, target: string): Promise<SnapshotFacts> {
  await copyDatabase(source, target);
  using copy = new DatabaseSync(target, { enableForeignKeyConstraints: true });
  requireSound(copy);
  if (hasLibrary(copy)) {
    copy.exec('delete from files where is_finished = 0 and uses = 0');
    // A restored library is not the one that was moved.
    copy.prepare('delete from settings where name in (?, ?)').run(closedSetting, arrivingSetting);
  }
  return readFacts(copy);
}

/** Reads a snapshot. Throws if it is damaged or not the database of a library. */
export function readSnapshot(file: string): SnapshotFacts {
  using copy = new DatabaseSync(file);
  // The file may come from anywhere: nothing it defines may run beyond a table's own rules.
  copy.exec('pragma trusted_schema = off');
  requireSound(copy);
  return readFacts(copy);
}

/**
 * Marks all records as changed at the next start. Harvesters have seen changes that the backup does not have, and would
 * otherwise never receive the restored state.
 */
export function forgetHarvests(file: string): void {
  using copy = new DatabaseSync(file);
  const table = copy.prepare("select 1 from sqlite_schema where type = 'table' and name = 'harvest_faculties'").get();
  if (table) copy.exec("update harvest_faculties set digest = ''");
}

function requireSound(database: DatabaseSync): void {
  const { quick_check: verdict } = { ...database.prepare('pragma quick_check(1)').get() };
  if (verdict !== 'ok') throw new Error(`the database is damaged (${String(verdict)})`);
}

function hasLibrary(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'files'").get() !== undefined;
}

function readFacts(database: DatabaseSync): SnapshotFacts {
  if (!hasLibrary(database)) throw new Error('the database contains no library');
  const migrations = database.prepare('select name, digest, applied_at from migrations order by name').all();
  const { materials } = { ...database.prepare('select count(*) as materials from materials').get() };
  const files = database
    .prepare('select id, name, sha256, size_bytes from files where is_finished = 1 order by sequence')
    .all();
  return {
    migrations: migrations.map(({ name, digest }) => ({ name: String(name), digest: String(digest) })),
    madeAt: Number(migrations[0]?.['applied_at'] ?? 0),
    materials: Number(materials),
    files: files.map(({ id, name, sha256, size_bytes: sizeBytes }) => ({
      id: String(id),
      name: String(name),
      sha256: String(sha256),
      sizeBytes: Number(sizeBytes),
    })),
  };
}

/** The setting with the id of a library in a file store. */
export const libraryIdSetting = 'library-id';

/** Returns the id of the library in a file store; creates one if there is none. `file` must not be in use. */
export function nameLibrary(file: string): string {
  using database = new DatabaseSync(file);
  database
    .prepare('insert into settings (name, value) values (?, ?) on conflict do nothing')
    .run(libraryIdSetting, randomUUID());
  return String(database.prepare('select value from settings where name = ?').get(libraryIdSetting)?.['value']);
}
