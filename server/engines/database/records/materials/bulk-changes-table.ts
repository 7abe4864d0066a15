import { sql, type Selectable } from 'kysely';
import { isHidden, isPublic, readersOf } from '#contract/permissions.ts';
import { formatMoment } from '#domain/moment.ts';
import type {
  BulkChangeRecords,
  BulkRow,
  KeptBulkChange,
  MaterialState,
} from '#server/engines/database/bulk-change-records.ts';
import { movedOn, type Connection, type Engine, type ListSql } from '#server/engines/database/sql/engine.ts';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import { toDraftRow } from './material-columns.ts';
import { selectMaterials, toMaterial } from './material-rows.ts';
import { readPermissions, writePermissions } from '#server/engines/database/sql/permission-text.ts';
import type { BulkChangeRow, Tables } from '#server/engines/database/sql/tables.ts';

type Lists = 'listSince' | 'listRows' | 'listOf';

/** All SQL for bulk edits. Functions that write must be called in a transaction. */
export function createBulkChangeRecords(engine: Engine): BulkChangeRecords {
  return { ...createLists(engine), ...createSteps(engine) };
}

function createLists({ read, scan, notAborted }: Engine): Pick<BulkChangeRecords, Lists> {
  return {
    async listSince(livedFrom, limit) {
      // A new reason for hiding counts as a change, although the material itself is the same.
      const unchanged = sql<number>`(
        select count(*) from bulk_change_rows
        join materials on materials.id = bulk_change_rows.material_id
          and materials.updated_at = bulk_change_rows.updated_at
        left join hidden_materials on hidden_materials.material_id = materials.id
        where bulk_change_rows.change_id = bulk_changes.id
          and (bulk_changes.action <> 'hide' or hidden_materials.reason = bulk_changes.reason)
          and ${notAborted(sql.ref('materials.sequence'))}
      )`;
      const recent = scan.selectFrom('bulk_changes').where('lived', '>=', livedFrom);
      const { total } = await recent.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await recent
        .selectAll()
        .select(unchanged.as('unchanged'))
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return {
        total: Number(total),
        changes: rows.map((row) => ({ ...toKept(row), unchanged: Number(row.unchanged) })),
      };
    },

    async listRows(id) {
      const rows = await scan
        .selectFrom('bulk_change_rows')
        .selectAll()
        .where('change_id', '=', id)
        .orderBy('material_id')
        .execute();
      return rows.map((row) => ({
        id: row.material_id,
        former: JSON.parse(row.former) as MaterialState,
        updatedAt: row.updated_at,
      }));
    },

    async listOf(materialId) {
      const rows = await read
        .selectFrom('bulk_change_rows')
        .select('change_id')
        .where('material_id', '=', materialId)
        .execute();
      return rows.map((row) => row.change_id);
    },
  };
}

function createSteps(engine: Engine): Omit<BulkChangeRecords, Lists> {
  const { read, scan, write, now, lists } = engine;
  return {
    read: (ids) => readRows(scan, lists, ids),

    async apply(ids, { permissions, hiding, ...change }) {
      await write
        .updateTable('materials')
        .set({
          ...toColumns(change, engine),
          ...(permissions && { permissions: writePermissions(permissions), is_public: Number(isPublic(permissions)) }),
          updated_at: movedOn(now()),
        })
        .where('id', 'in', lists.texts(ids))
        .execute();
      if (permissions) await keepReaders(engine, ids, permissions);
      if (hiding !== undefined) await keepHidings(engine, ids, hiding);
    },

    async keep({ id, action, reason, userId, userName, steps }, former) {
      const change = { id, action, reason, user_id: userId, user_name: userName, steps };
      const state = { materials: former.length, made_at: now(), lived: livedNow, outcome: null };
      await write
        .insertInto('bulk_changes')
        .values({ ...change, ...state })
        .execute();
      const rows = lists.rows(former.map((each) => [each.id, JSON.stringify(each.state)]));
      await sql`
        insert into bulk_change_rows (change_id, material_id, former, updated_at)
        select ${id}, materials.id, rows.value ->> 1, materials.updated_at
        from ${rows} as rows cross join materials
        where materials.id = rows.value ->> 0
      `.execute(write);
    },

    async find(id) {
      const row = await read.selectFrom('bulk_changes').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toKept(row) : null;
    },

    async settle(id, outcome) {
      await write.updateTable('bulk_changes').set({ outcome }).where('id', '=', id).execute();
    },

    async prune({ changes, materials }) {
      const kept = await write
        .selectFrom('bulk_changes')
        .select(['sequence', 'materials'])
        .orderBy('sequence', 'desc')
        .limit(changes + 1)
        .execute();
      let sum = 0;
      const firstBeyond = kept.find((row, index) => {
        sum += row.materials;
        return index > 0 && (index >= changes || sum > materials);
      });
      if (firstBeyond) await write.deleteFrom('bulk_changes').where('sequence', '<=', firstBeyond.sequence).execute();
    },
  };
}

function toKept(row: Selectable<BulkChangeRow>): KeptBulkChange {
  const { id, action, materials, lived, reason, outcome, steps } = row;
  const { made_at: madeAt, user_id: userId, user_name: userName } = row;
  return { id, action, materials, lived, reason, outcome, steps, userId, userName, madeAt: formatMoment(madeAt) };
}

async function readRows(connection: Connection, lists: ListSql, ids: readonly string[]): Promise<BulkRow[]> {
  const rows = await selectMaterials(connection)
    .select('materials.withdrawn_lived')
    .where(sql.ref('id'), 'in', lists.texts(ids))
    .execute();
  const hidden = await connection
    .selectFrom('hidden_materials')
    .selectAll()
    .where('material_id', 'in', lists.texts(ids))
    .execute();
  const hidings = new Map(hidden.map((row) => [row.material_id, row]));
  const found = new Map<string, BulkRow>();
  for (const row of rows) {
    const material = toMaterial(row);
    const { kind, facultyId, semesterId, subject, fileId, year, yearBs, coverFileId, permissions } = material;
    const attributes = { kind, facultyId, semesterId, subject, fileId, year, yearBs, coverFileId, permissions };
    const hiding = toHiding(hidings.get(material.id));
    const trash = row.deleted_at === null ? null : { at: row.deleted_at, lived: row.withdrawn_lived };
    const state = { ...attributes, hiding, trash };
    found.set(material.id, { material, state, updatedAt: row.updated_at });
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function toHiding(row: Tables['hidden_materials'] | undefined): MaterialState['hiding'] {
  if (!row) return null;
  const { hidden_at: since, reason, former_permissions: former } = row;
  return { since, reason, formerPermissions: former === null ? null : readPermissions(former) };
}

function toColumns(
  { kind, trash, ...draft }: Partial<Omit<MaterialState, 'permissions' | 'hiding'>>,
  { now, titleColumns }: Engine,
) {
  return {
    ...toDraftRow(draft, titleColumns),
    ...(kind !== undefined && { kind }),
    ...(trash !== undefined && {
      deleted_at: trash && (trash.at ?? now()),
      withdrawn_lived: trash && (trash.lived ?? livedNow),
    }),
  };
}

/** Same as in material-writes.ts, for many materials. */
async function keepReaders(
  { write, lists }: Engine,
  ids: readonly string[],
  permissions: readonly string[],
): Promise<void> {
  await write.deleteFrom('material_readers').where('material_id', 'in', lists.texts(ids)).execute();
  const roles = isPublic(permissions) ? [] : [...new Set(readersOf(permissions))];
  for (const role of roles)
    await sql`insert into material_readers (material_id, role) select value, ${role} from ${lists.texts(ids)} as listed`.execute(
      write,
    );
  if (!isHidden(permissions))
    await write.deleteFrom('hidden_materials').where('material_id', 'in', lists.texts(ids)).execute();
}

async function keepHidings(
  { write, now, lists }: Engine,
  ids: readonly string[],
  hiding: MaterialState['hiding'],
): Promise<void> {
  await write.deleteFrom('hidden_materials').where('material_id', 'in', lists.texts(ids)).execute();
  if (!hiding) return;
  const former = hiding.formerPermissions && writePermissions(hiding.formerPermissions);
  await sql`
    insert into hidden_materials (material_id, hidden_at, reason, former_permissions)
    select value, cast(${hiding.since ?? now()} as bigint), ${hiding.reason}, ${former} from ${lists.texts(ids)} as listed
  `.execute(write);
}
