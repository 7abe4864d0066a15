import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FileRecords, FinishedFile, FinishedPlace } from '#server/engines/database/database.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';

/**
 * Reads records of files in batches of a thousand, for work on all files: a thousand statements instead of a million.
 */

/** Batch size: a batch takes a millisecond or two of the main thread. */
export const recordsAtOnce = 1000;

/** The position before all finished files. */
export const beforeAllFiles: FinishedPlace = { sha256: '', sequence: 0 };

/** Returns which of these ids have a record. The ids are a table as `ListSql.texts` returns it. */
export async function findStates(
  connection: Connection,
  ids: RawBuilder<string>,
): Promise<Map<string, 'finished' | 'pending'>> {
  // `cross join` makes SQLite start with the ids; otherwise it would start with all files.
  const { rows } = await sql<{ id: string; is_finished: number }>`
    select files.id, is_finished from ${ids} as wanted cross join files where files.id = wanted.value
  `.execute(connection);
  return new Map(rows.map((row) => [row.id, row.is_finished === 1 ? 'finished' : 'pending']));
}

/**
 * Returns which of these digests are those of finished files. The digests are a table as `ListSql.texts` returns it.
 */
export async function knownDigests(connection: Connection, digests: RawBuilder<string>): Promise<Set<string>> {
  // Literal text instead of a parameter: the index by digest contains only finished files.
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from ${digests} as wanted cross join files where is_finished = 1 and sha256 = wanted.value
  `.execute(connection);
  return new Set(rows.map((row) => row.sha256));
}

/** Returns a page of the finished files, using the index by digest. */
export async function listFinished(
  connection: Connection,
  { sha256, sequence }: FinishedPlace,
  limit: number,
): Promise<FinishedFile[]> {
  const rows = await connection
    .selectFrom('files')
    .select(['id', 'sequence', 'sha256', 'mime_type', 'size_bytes', 'page_count'])
    // Literal text instead of a parameter: the index by digest contains only finished files.
    .where(sql<SqlBool>`is_finished = 1 and sha256 >= ${sha256} and (sha256 > ${sha256} or sequence > ${sequence})`)
    .orderBy('sha256')
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    sha256: row.sha256,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    pageCount: row.page_count,
  }));
}

/** Yields all finished files in the order of their SHA-256, in batches. Other work of this thread runs in between. */
export async function* finishedFiles(files: Pick<FileRecords, 'listFinished'>): AsyncGenerator<FinishedFile[]> {
  let place = beforeAllFiles;
  for (;;) {
    const batch = await files.listFinished(place, recordsAtOnce);
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < recordsAtOnce) return;
    place = last;
    await new Promise(setImmediate);
  }
}
