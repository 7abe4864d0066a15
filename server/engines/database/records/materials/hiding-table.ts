import { sql, type SqlBool } from 'kysely';
import { isHidden } from '#contract/permissions.ts';
import { formatMoment } from '#domain/moment.ts';
import type { Hiding, MaterialRecords } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { selectMaterials, toMaterial } from './material-rows.ts';
import { readPermissions, writePermissions } from '#server/engines/database/sql/permission-text.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';

type HidingRow = Tables['hidden_materials'];
type HidingRecords = Pick<MaterialRecords, 'findHiding' | 'findHidings' | 'setHidingReason' | 'listHidden'>;

/** All SQL for the time and reason of hiding. The permissions decide if a material is hidden. */
export function createHidingRecords({ read, scan, write, notAborted, lists }: Engine): HidingRecords {
  return {
    async findHiding(id) {
      const row = await read
        .selectFrom('hidden_materials')
        .selectAll()
        .where('material_id', '=', id)
        .executeTakeFirst();
      return row ? toHiding(row) : null;
    },

    async findHidings(ids) {
      const rows = await read
        .selectFrom('hidden_materials')
        .selectAll()
        .where('material_id', 'in', lists.texts(ids))
        .execute();
      return new Map(rows.map((row) => [row.material_id, toHiding(row)]));
    },

    async setHidingReason(id, reason) {
      await write.updateTable('hidden_materials').set({ reason }).where('material_id', '=', id).execute();
    },

    async listHidden({ ids, limit, offset }) {
      // Starts from this table, which is small compared with the table of materials, whatever statistics the engine
      // has.
      const isPublished = sql<SqlBool>`exists (
        select 1 from materials where id = material_id and deleted_at is null and ${notAborted(sql.ref('sequence'))}
      )`;
      const hidden = scan
        .selectFrom('hidden_materials')
        .where(isPublished)
        .$if(ids !== undefined, (query) => query.where('material_id', 'in', [...(ids ?? [])]));
      const { total } = await hidden.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await hidden
        .selectAll()
        .orderBy('hidden_at', 'desc')
        .orderBy('material_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      if (rows.length === 0) return { total: Number(total), materials: [] };
      const found = await selectMaterials(read)
        .where(
          'id',
          'in',
          rows.map((row) => row.material_id),
        )
        .execute();
      const byId = new Map(found.map((row) => [row.id, toMaterial(row)]));
      const materials = rows.flatMap((row) => {
        const material = byId.get(row.material_id);
        return material ? [{ material, hiding: toHiding(row) }] : [];
      });
      return { total: Number(total), materials };
    },
  };
}

/** Permissions that were changed at that time; those of a new material have no `before`. */
export type ChangedPermissions = { before?: readonly string[]; after: readonly string[]; moment: number };

/** Updates `hidden_materials` to match the permissions of a material. */
export async function keepHiding(
  connection: Connection,
  id: string,
  { before, after, moment }: ChangedPermissions,
): Promise<void> {
  if (!isHidden(after)) {
    await connection.deleteFrom('hidden_materials').where('material_id', '=', id).execute();
    return;
  }
  const former_permissions = before === undefined || isHidden(before) ? null : writePermissions(before);
  await connection
    .insertInto('hidden_materials')
    .values({ material_id: id, hidden_at: moment, reason: null, former_permissions })
    // Already hidden: the earlier time stays.
    .onConflict((conflict) => conflict.column('material_id').doNothing())
    .execute();
}

function toHiding({ hidden_at, reason, former_permissions }: HidingRow): Hiding {
  return {
    since: formatMoment(hidden_at),
    reason,
    formerPermissions: former_permissions === null ? null : readPermissions(former_permissions),
  };
}
