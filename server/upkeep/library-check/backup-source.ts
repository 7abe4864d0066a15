import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { openReader, openReaderCodec, readManifest } from '#server/upkeep/backup/backup-reader.ts';
import { type Bytes, verified } from '#server/upkeep/backup/format/codec.ts';
import { libraryOf } from '#server/upkeep/backup/check-target.ts';
import { contentPath } from '#server/upkeep/backup/format/layout.ts';
import { restoreDatabase } from '#server/upkeep/backup/restore-contents.ts';
import type { RemovedFile } from '#server/engines/database/database.ts';
import type { LostRecord } from '#server/engines/database/file-record.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';

/** The record of a file in a backup, without read permissions: these come from the materials that use the file now. */
export type BackedUpRecord = Omit<LostRecord, 'permissions'>;

/** A backup from which lost records and bytes are restored. Must be disposed of. */
export interface BackupSource extends AsyncDisposable {
  /** Yields the complete snapshots, newest first. Each is opened on demand and closed before the next one. */
  snapshots(): AsyncIterable<{ find(fileId: string): BackedUpRecord | null }>;
  /**
   * Returns bytes with this digest from any snapshot; null if there are none. Reading throws if they do not match
   * exactly.
   */
  bytesOf(file: Pick<RemovedFile, 'sha256' | 'sizeBytes'>): Promise<Bytes | null>;
}

/** Opens a folder or an archive made by a backup. Throws BackupProblem, including for the backup of another library. */
export async function openBackupSource(parts: {
  source: string;
  passphrase: string | null;
  /** Identifies this library: its creation time, and the digest of its first migration in SQLite. */
  library: Parameters<typeof libraryOf>[0];
}): Promise<BackupSource> {
  await using opened = new AsyncDisposableStack();
  const reader = opened.use(await openReader(parts.source));
  const codec = await openReaderCodec(reader, parts.source, parts.passphrase);
  const names = (await reader.listSnapshots(codec.isEncrypted)).reverse();
  if (names.length === 0) throw new BackupProblem(`${parts.source} holds no complete backup`);
  const held = opened.move();

  async function* snapshots() {
    for (const snapshot of names) {
      const manifest = await readManifest(reader, snapshot, codec);
      // Ids are given by clients: in another library they name other files.
      if (manifest.library !== libraryOf(parts.library))
        throw new BackupProblem(`${parts.source} is the backup of another library`);
      const library = await mkdtemp(path.join(tmpdir(), 'examshelf-repair-'));
      try {
        await restoreDatabase({ reader, codec, snapshot, manifest, library });
        using records = new DatabaseSync(path.join(library, sqliteFileName), { readOnly: true });
        records.exec('pragma trusted_schema = off');
        const statement = records.prepare('select * from files where id = ? and is_finished = 1');
        yield { find: (fileId: string) => toRecord(statement.get(fileId)) };
      } finally {
        await rm(library, { recursive: true, force: true });
      }
    }
  }

  return {
    snapshots,
    async bytesOf(file) {
      const name = contentPath(codec.contentName(file.sha256));
      if ((await reader.sizeOf(name)) === null) return null;
      return verified(codec.open(reader.read(name)), file);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function toRecord(row: Record<string, unknown> | undefined): BackedUpRecord | null {
  if (!row) return null;
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: String(row['id']),
    name: String(row['name']),
    folder: String(row['folder']),
    mimeType: String(row['mime_type']),
    sizeBytes: Number(row['size_bytes']),
    sha256: String(row['sha256']),
    pageCount: typeof row['page_count'] === 'number' ? row['page_count'] : null,
    warning: textOrNull(row['warning']),
    ownerId: String(row['owner_id']),
    createdAt: Number(row['created_at']),
  };
}
