import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isIdentifier } from '#domain/identifier.ts';
import { checkApplied, readMigrations } from '#server/engines/database/migrate.ts';
import { forgetHarvests, readSnapshot, type SnapshotFacts } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName, sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { type Bytes, type Codec, verified, WrongBytes } from '#server/upkeep/backup/format/codec.ts';
import { contentPath, databasePath } from '#server/upkeep/backup/format/layout.ts';
import type { Manifest } from '#server/upkeep/backup/format/manifest.ts';
import type { Progress } from '#server/upkeep/backup/format/progress.ts';
import { damaged, type BackupReader } from './backup-reader.ts';
import type { FilePlace } from './file-place.ts';

/**
 * Writes the verified database into the library, and returns the facts about the library that the database contains.
 */
export async function restoreDatabase(parts: {
  reader: BackupReader;
  codec: Codec;
  snapshot: string;
  manifest: Manifest;
  library: string;
}): Promise<SnapshotFacts> {
  const { reader, codec, snapshot, manifest } = parts;
  const { database } = manifest;
  const file = path.join(parts.library, sqliteFileName);
  const name = databasePath(snapshot, codec.isEncrypted);
  const packed = verified(codec.open(reader.read(name)), {
    sha256: database.packedSha256,
    sizeBytes: database.packedBytes,
  });
  try {
    await pipeline(
      packed,
      createGunzip(),
      (bytes: Bytes) => verified(bytes, database),
      createWriteStream(file, { flags: 'wx', flush: true, mode: 0o600 }),
    );
  } catch (error) {
    throw asDamage(error, name);
  }
  requireKnown(manifest.migrations);
  const facts = readFacts(file, name);
  // Checked again: the list of contents may be wrong about the release that the database needs.
  requireKnown(facts.migrations);
  forgetHarvests(file);
  return facts;
}

/** Throws if the database is of a newer release, because this one might misread it. */
function requireKnown(migrations: readonly { name: string; digest: string }[]): void {
  try {
    checkApplied(readMigrations(sqliteMigrations), migrations);
  } catch (error) {
    throw new BackupProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readFacts(file: string, name: string): SnapshotFacts {
  try {
    return readSnapshot(file);
  } catch (error) {
    const fault = readFault(error);
    if (fault !== null && fault !== 'database-damaged') throw error;
    throw damaged(`${name} is no sound database`, error);
  }
}

/** An open backup. */
export type OpenBackup = {
  reader: BackupReader;
  codec: Codec;
  snapshot: string;
  manifest: Manifest;
  progress: Progress;
  signal: AbortSignal | undefined;
};

/** Writes the verified files to the new location, durably. */
export async function restoreFiles(
  parts: Omit<OpenBackup, 'snapshot'> & { facts: SnapshotFacts; place: FilePlace },
): Promise<void> {
  const { reader, codec, manifest, facts, place, progress, signal } = parts;
  const missing = new Set(manifest.missing.map(({ id }) => id));
  const wanted = facts.files.filter(({ id }) => !missing.has(id));
  const total = { files: wanted.length, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  const done = { files: 0, bytes: 0 };
  for (const file of wanted) {
    signal?.throwIfAborted();
    // The database may have been tampered with; only an identifier may become part of a path.
    if (!isIdentifier(file.id) || !/^[0-9a-f]{64}$/.test(file.sha256))
      throw damaged(`the database names a file ${JSON.stringify(file.id)}`);
    if (manifest.contents.get(file.sha256) !== file.sizeBytes)
      throw damaged(`the list of contents lacks the file ${file.id}`);
    const name = contentPath(codec.contentName(file.sha256));
    const see = (bytes: number) => {
      signal?.throwIfAborted();
      done.bytes += bytes;
      progress({ done, total });
    };
    try {
      await place.put(file, verified(codec.open(reader.read(name)), file, see));
    } catch (error) {
      throw asDamage(error, name);
    }
    done.files++;
    progress({ done, total });
  }
  await place.finish();
}

/** Returns errors of this machine unchanged; treats every other error while reading as damage of the backup. */
function asDamage(error: unknown, name: string): unknown {
  if (error instanceof BackupProblem || ['store-failing', 'store-full'].includes(readFault(error) ?? '')) return error;
  if (error instanceof WrongBytes) return damaged(`${name} was changed or cut short`, error);
  if (error instanceof Error && (error.name === 'AbortError' || ('syscall' in error && 'errno' in error))) return error;
  return damaged(`${name} was changed or cut short`, error);
}
