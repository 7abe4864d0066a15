import { sql } from 'kysely';
import { atomically, type Engine } from '#server/engines/database/sql/engine.ts';
import type { LostRecord } from '#server/engines/database/file-record.ts';
import { folderForms, nameForms } from './file-writes.ts';
import { writePermissions } from '#server/engines/database/sql/permission-text.ts';

/** See `FileRecords.restoreRecord`. */
export function restoreRecord({ write, now }: Engine, record: LostRecord): Promise<boolean> {
  return atomically(write, async (transaction) => {
    const { id, sha256 } = record;
    const row = await transaction
      .insertInto('files')
      .values({
        id,
        ...nameForms(record.name),
        ...folderForms(record.folder),
        permissions: writePermissions(record.permissions),
        mime_type: record.mimeType,
        size_bytes: record.sizeBytes,
        sha256,
        chunks_total: 1,
        is_finished: 1,
        page_count: record.pageCount,
        // The rotation of another file with the same bytes.
        page_turns: sql<
          string | null
        >`(select page_turns from files as other where is_finished = 1 and sha256 = ${sha256}
          and page_turns is not null limit 1)`,
        warning: record.warning,
        owner_id: record.ownerId,
        // Sets the counts that triggers would have made in the meantime.
        uses: sql<number>`(select count(*) from materials where file_id = ${id})
          + (select count(*) from materials where cover_file_id = ${id})
          + (select count(*) from photographs where photograph_id = ${id})`,
        created_at: record.createdAt,
        updated_at: now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    // The record was not removed on purpose: a material references it.
    for (const table of ['removed_files', 'used_file_ids'] as const)
      await transaction.deleteFrom(table).where('id', '=', id).execute();
    return true;
  });
}
