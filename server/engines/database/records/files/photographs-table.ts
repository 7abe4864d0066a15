import { photographPermissions } from '#contract/photographs.ts';
import type { FileRecords, LinkedPhotograph } from '#server/engines/database/database.ts';
import { atomically, type Engine } from '#server/engines/database/sql/engine.ts';
import { toFile } from './file-rows.ts';
import { writePermissions } from '#server/engines/database/sql/permission-text.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';

type Photographs = 'linkPhotographs' | 'listPhotographs' | 'isPhotograph';

const permissions = writePermissions(photographPermissions);

/** All SQL for the photographs that a PDF was made of. */
export function createPhotographRecords({ read, write }: Engine): Pick<FileRecords, Photographs> {
  return {
    linkPhotographs: (fileId, photographs) =>
      atomically(write, async (transaction) => {
        await transaction.deleteFrom('photographs').where('file_id', '=', fileId).execute();
        for (const [position, { photographId, turn, keepsWhole }] of photographs.entries()) {
          await transaction
            .insertInto('photographs')
            .values({
              file_id: fileId,
              position,
              photograph_id: photographId,
              turn,
              keeps_whole: keepsWhole ? 1 : 0,
            })
            .execute();
        }
        const ids = [...new Set(photographs.map(({ photographId }) => photographId))];
        if (ids.length === 0) return;
        // One that is also a cover stays readable.
        await transaction
          .updateTable('files')
          .set({ permissions })
          .where('id', 'in', ids)
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom('materials')
                  .select('materials.id')
                  .where((or) =>
                    or.or([
                      or('materials.file_id', '=', or.ref('files.id')),
                      or('materials.cover_file_id', '=', or.ref('files.id')),
                    ]),
                  ),
              ),
            ),
          )
          .execute();
      }),

    async listPhotographs(fileId) {
      const rows = await read
        .selectFrom('photographs')
        .innerJoin('files', 'files.id', 'photographs.photograph_id')
        .selectAll('files')
        .select(['photographs.turn', 'photographs.keeps_whole'])
        .where('photographs.file_id', '=', fileId)
        .orderBy('photographs.position')
        .execute();
      return rows.map(({ turn, keeps_whole: keepsWhole, ...row }) => ({
        photographId: row.id,
        turn: turn as LinkedPhotograph['turn'],
        keepsWhole: keepsWhole === 1,
        file: toFile(row, []),
      }));
    },

    async isPhotograph(fileId) {
      const row = await read
        .selectFrom('photographs')
        .select('position')
        .where('photograph_id', '=', fileId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/**
 * Deletes the record of a file. If it is a finished PDF made of photographs, the photographs that nothing else uses
 * are deleted with it and returned; those of a pending PDF are still needed.
 */
export async function removeWithPhotographs(transaction: Connection, id: string): Promise<RemovedFiles> {
  const linked = await transaction
    .selectFrom('photographs')
    .innerJoin('files', 'files.id', 'photographs.file_id')
    .select('photograph_id')
    .distinct()
    .where('file_id', '=', id)
    .where('files.is_finished', '=', 1)
    .execute();
  await transaction.deleteFrom('photographs').where('file_id', '=', id).execute();
  await transaction.deleteFrom('files').where('id', '=', id).execute();
  if (linked.length === 0) return [];
  const removed = await transaction
    .deleteFrom('files')
    .where(
      'id',
      'in',
      linked.map((row) => row.photograph_id),
    )
    .where('uses', '=', 0)
    .returningAll()
    .execute();
  return removed.map((row) => toFile(row, []));
}

type RemovedFiles = Awaited<ReturnType<FileRecords['remove']>>;
