import { rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { renameDurably, syncPath } from '#server/machinery/files/durable.ts';

/** The folder of the migrations of this engine. */
export const sqliteMigrations = path.join(import.meta.dirname, '..', 'migrations', 'sqlite');

/** A number of pages that no database exceeds. */
const allPages = 0x7fff_ffff;

/** The name of the database file inside the data folder. */
export const sqliteFileName = 'examshelf.sqlite';

/**
 * Copies a database as of one moment, while other connections may write to it. The copy is one file without a log. It
 * appears completely or not at all, and survives a power cut once this resolves. Replaces an older file with that name.
 */
export async function copyDatabase(source: DatabaseSync, target: string): Promise<void> {
  const temp = `${target}.temp`;
  await removeDatabase(temp);
  try {
    // All pages in one step: a copy in several steps starts again at every commit of another process.
    await backup(source, temp, { rate: allPages });
    const copy = new DatabaseSync(temp);
    try {
      copy.exec('pragma journal_mode = delete');
    } finally {
      copy.close();
    }
    await syncPath(temp);
    await renameDurably(temp, target);
  } finally {
    await removeDatabase(temp);
  }
}

/** Removes a database file and SQLite's additional files. */
async function removeDatabase(file: string): Promise<void> {
  for (const name of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`]) await rm(name, { force: true });
}
