import { formatMoment } from '#domain/moment.ts';
import type { PageTurns } from '#domain/page-turns.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import type { FileRow } from '#server/engines/database/sql/tables.ts';

type Found = Omit<
  FileRow,
  'sequence' | 'mime_type' | 'is_finished' | 'sha256' | 'uses' | 'permissions' | 'is_released' | 'touched_lived'
> & {
  sequence: number;
  permissions: string;
  mime_type: string;
  is_finished: number;
  is_released: number;
  sha256: string;
};

export async function findFile(connection: Connection, id: string): Promise<FileRecord | null> {
  const row = await connection.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  if (row.is_finished === 1) return toFile(row, []);
  const chunks = await connection
    .selectFrom('file_chunks')
    .select('position')
    .where('file_id', '=', id)
    .orderBy('position')
    .execute();
  return toFile(
    row,
    chunks.map(({ position }) => position),
  );
}

export async function hasAnyFile(connection: Connection): Promise<boolean> {
  const row = await connection.selectFrom('files').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Parses the column of rotated pages. */
export function readPageTurns(text: string | null): PageTurns {
  // Only `writePageTurns` writes it.
  return text === null ? [] : (JSON.parse(text) as PageTurns);
}

export function writePageTurns(turns: PageTurns): string | null {
  return turns.length === 0 ? null : JSON.stringify(turns);
}

export function toFile(row: Found, chunksHeld: number[]): FileRecord {
  return {
    id: row.id,
    sequence: row.sequence,
    name: row.name,
    folder: row.folder,
    permissions: readPermissions(row.permissions),
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    chunksTotal: row.chunks_total,
    chunksHeld,
    isFinished: row.is_finished === 1,
    sha256: row.sha256,
    pageCount: row.page_count,
    pageTurns: readPageTurns(row.page_turns),
    warning: row.warning,
    ownerId: row.owner_id,
    isReleased: row.is_released === 1,
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
  };
}
