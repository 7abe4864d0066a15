import { sql, type SqlBool } from 'kysely';
import { photographFileId } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import { withTurned } from '#domain/page-turns.ts';
import type { FileRecords } from '#server/engines/database/database.ts';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import { atomically, movedOn, type Engine, type Connection } from '#server/engines/database/sql/engine.ts';
import { writePermissions } from '#server/engines/database/sql/permission-text.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import { findFile, readPageTurns, toFile, writePageTurns } from './file-rows.ts';
import { removeWithPhotographs } from './photographs-table.ts';

/**
 * Throws Problem `storage_file_already_exists` if a finished file with this id was deleted: clients that resume a
 * download would join the deleted file's bytes with those of the new one. The ids of photographs (which follow from
 * their bytes) and of staged rows are exempt, because the same bytes may return; `requireSameBytes` checks that. Call
 * this after the new row was written, to see a deletion that is being committed.
 */
async function requireUnused(transaction: Connection, id: string): Promise<void> {
  const used = await transaction.selectFrom('used_file_ids').select('sha256').where('id', '=', id).executeTakeFirst();
  if (!used || id === photographFileId(used.sha256)) return;
  const staged = await transaction.selectFrom('staged_files').select('id').where('file_id', '=', id).executeTakeFirst();
  if (!staged) throw usedFileId();
}

/** Throws the same Problem as `requireUnused` if the deleted file with this id had other bytes. */
async function requireSameBytes(transaction: Connection, id: string, sha256: string): Promise<void> {
  const other = await transaction
    .selectFrom('used_file_ids')
    .select('id')
    .where('id', '=', id)
    .where('sha256', '<>', sha256)
    .executeTakeFirst();
  if (other) throw usedFileId();
}

function usedFileId(): Problem {
  return new Problem(
    'storage_file_already_exists',
    'A deleted file had the requested ID, which stays taken. Upload the file under another ID.',
  );
}

type PendingWrites = 'insertPending' | 'addChunk' | 'finish';
type Edits = 'update' | 'turnPages' | 'remove' | 'forgetRemoved';

/** All writes to the records of files. */
export function createFileWrites(engine: Engine): Pick<FileRecords, PendingWrites | Edits> {
  return { ...createPendingWrites(engine), ...createEdits(engine) };
}

/** Writes from the first chunk of a file to the last. */
function createPendingWrites({ write, now }: Engine): Pick<FileRecords, PendingWrites> {
  return {
    insertPending: (file) =>
      atomically(write, async (transaction) => {
        const moment = now();
        const row = await transaction
          .insertInto('files')
          .values({
            id: file.id,
            ...nameForms(file.name),
            ...folderForms(file.folder),
            size_bytes: file.sizeBytes,
            chunks_total: file.chunksTotal,
            page_count: null,
            page_turns: null,
            warning: null,
            owner_id: file.ownerId,
            touched_lived: livedNow,
            created_at: moment,
            updated_at: moment,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row)
          throw new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
        await requireUnused(transaction, file.id);
        return toFile(row, []);
      }),

    addChunk: (id, index) =>
      atomically(write, async (transaction) => {
        const row = await transaction
          .updateTable('files')
          .set({ updated_at: movedOn(now()), touched_lived: livedNow })
          .where('id', '=', id)
          .where('is_finished', '=', 0)
          .returning('id')
          .executeTakeFirst();
        if (row) {
          await transaction
            .insertInto('file_chunks')
            .values({ file_id: id, position: index })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        return findFile(transaction, id);
      }),

    finish: (id, facts) =>
      atomically(write, async (transaction) => {
        const row = await transaction
          .updateTable('files')
          .set({
            mime_type: facts.mimeType,
            size_bytes: facts.sizeBytes,
            sha256: facts.sha256,
            page_count: facts.pageCount,
            // The rotation of another file with the same bytes.
            page_turns: sql<
              string | null
            >`(select page_turns from files as other where is_finished = 1 and sha256 = ${facts.sha256} and page_turns is not null limit 1)`,
            warning: facts.warning,
            is_finished: 1,
            updated_at: movedOn(now()),
          })
          .where('id', '=', id)
          .where('is_finished', '=', 0)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await requireSameBytes(transaction, id, facts.sha256);
        await transaction.deleteFrom('file_chunks').where('file_id', '=', id).execute();
        return toFile(row, []);
      }),
  };
}

function createEdits({ write, now }: Engine): Pick<FileRecords, Edits> {
  return {
    async update(id, change) {
      const row = await write
        .updateTable('files')
        .set({
          ...(change.name !== undefined && nameForms(change.name)),
          ...(change.folder !== undefined && folderForms(change.folder)),
          ...(change.permissions !== undefined && { permissions: writePermissions(change.permissions) }),
          ...(change.isReleased !== undefined && { is_released: Number(change.isReleased) }),
          updated_at: movedOn(now()),
        })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row ? findFile(write, id) : null;
    },

    turnPages: (sha256, turned) =>
      atomically(write, async (transaction) => {
        // Literal text instead of a parameter: the index by digest contains only finished files.
        const isIt = sql<SqlBool>`is_finished = 1 and sha256 = ${sha256}`;
        // Written unchanged to lock the row, so that nobody changes it in between.
        const [known] = await transaction
          .updateTable('files')
          .set((each) => ({ page_turns: each.ref('page_turns') }))
          .where(isIt)
          .returning('page_turns')
          .execute();
        if (!known) return [];
        const before = readPageTurns(known.page_turns);
        const after = turned.reduce(withTurned, before);
        if (writePageTurns(after) !== known.page_turns)
          await transaction
            .updateTable('files')
            .set({ page_turns: writePageTurns(after) })
            .where(isIt)
            .execute();
        return after;
      }),

    remove: (id) => atomically(write, (transaction) => removeWithPhotographs(transaction, id)),

    async forgetRemoved(id) {
      await write.deleteFrom('removed_files').where('id', '=', id).execute();
    },
  };
}

// Returns the text with the folded form that `contains` compares.
export const nameForms = (name: string) => ({ name, name_folded: foldCase(name) });
export const folderForms = (folder: string) => ({ folder, folder_folded: foldCase(folder) });
