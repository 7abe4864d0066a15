import { isPublic, publicPermissions, readersOf } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { completeDraft } from '#domain/material-rules.ts';
import type { Material } from '#domain/material.ts';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import { atomically, movedOn, type Connection, type Engine } from '#server/engines/database/sql/engine.ts';
import { writePermissions } from '#server/engines/database/sql/permission-text.ts';
import { keepHiding, type ChangedPermissions } from './hiding-table.ts';
import { toDraftRow } from './material-columns.ts';
import { findMaterial } from './material-rows.ts';

/** All writes to materials. */
export function createMaterialWrites({
  write,
  now,
  titleColumns,
  lists,
}: Engine): Pick<MaterialRecords, 'insert' | 'update' | 'withdraw' | 'restore' | 'remove' | 'removeAll'> {
  /**
   * Updates the row if it is in that state and was not changed after `unchangedSince`, and returns it after the
   * update.
   */
  async function change(
    id: string,
    state: 'published' | 'trash',
    set: Record<string, unknown>,
    { connection = write, unchangedSince }: { connection?: Connection; unchangedSince?: number | undefined } = {},
  ): Promise<Material | null> {
    const row = await connection
      .updateTable('materials')
      .set({ ...set, updated_at: movedOn(now()) })
      .where('id', '=', id)
      .where('deleted_at', state === 'published' ? 'is' : 'is not', null)
      .$if(unchangedSince !== undefined, (query) => query.where('updated_at', '<=', unchangedSince ?? 0))
      .returning('id')
      .executeTakeFirst();
    return row ? findMaterial(connection, id) : null;
  }

  return {
    insert: (material) =>
      atomically(write, async (transaction) => {
        const moment = now();
        const { permissions = publicPermissions } = material;
        const row = await transaction
          .insertInto('materials')
          .values({
            id: material.id,
            kind: material.kind,
            ...toDraftRow(completeDraft(material), titleColumns),
            is_sample: Number(material.isSample),
            created_at: material.createdAt ?? moment,
            updated_at: material.createdAt ?? moment,
            deleted_at: null,
            ...permissionForms(permissions),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row && !isPublic(permissions)) await keepReaders(transaction, material.id, { after: permissions, moment });
        const made = row && (await findMaterial(transaction, material.id));
        if (!made)
          throw new Problem(
            'document_already_exists',
            'Document with the requested ID already exists. Try again with a different ID.',
          );
        return made;
      }),

    update: (id, { permissions, ...draft }, unchangedSince) =>
      atomically(write, async (transaction) => {
        const row = {
          ...toDraftRow(draft, titleColumns),
          ...(permissions !== undefined && permissionForms(permissions)),
        };
        const before = permissions === undefined ? null : await findMaterial(transaction, id);
        const changed = await change(id, 'published', row, { connection: transaction, unchangedSince });
        if (changed && before && permissions !== undefined)
          await keepReaders(transaction, id, { before: before.permissions, after: permissions, moment: now() });
        return changed;
      }),

    withdraw: (id, unchangedSince) =>
      change(id, 'published', { deleted_at: now(), withdrawn_lived: livedNow }, { unchangedSince }),
    restore: (id) => change(id, 'trash', { deleted_at: null, withdrawn_lived: null }),

    async remove(id) {
      await write.deleteFrom('materials').where('id', '=', id).execute();
    },

    async removeAll(ids) {
      await write.deleteFrom('materials').where('id', 'in', lists.texts(ids)).execute();
    },
  };
}

/** Stores the roles that may read a restricted material, and since when it is hidden, if it is. */
async function keepReaders(connection: Connection, id: string, change: ChangedPermissions): Promise<void> {
  const { after } = change;
  await connection.deleteFrom('material_readers').where('material_id', '=', id).execute();
  const roles = isPublic(after) ? [] : [...new Set(readersOf(after))];
  if (roles.length > 0)
    await connection
      .insertInto('material_readers')
      .values(roles.map((role) => ({ material_id: id, role })))
      .execute();
  await keepHiding(connection, id, change);
}

const permissionForms = (permissions: readonly string[]) => ({
  permissions: writePermissions(permissions),
  is_public: Number(isPublic(permissions)),
});
