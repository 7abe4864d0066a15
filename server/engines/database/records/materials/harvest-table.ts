import { sql } from 'kysely';
import { isPublic } from '#contract/permissions.ts';
import { atomically, type Engine } from '#server/engines/database/sql/engine.ts';
import type { HarvestRange, HarvestRecord, HarvestRecords } from '#server/engines/database/harvest-records.ts';
import { selectMaterials, toMaterial } from './material-rows.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';

type RecordRow = Tables['harvest_records'];

/** All SQL for harvesting. Triggers write the records (migration 0019). */
export function createHarvestRecords(engine: Engine): HarvestRecords {
  const { read } = engine;

  /**
   * Reads the materials of harvest records. A material that was withdrawn after its record was read counts as deleted.
   */
  async function withMaterials(rows: readonly RecordRow[]): Promise<HarvestRecord[]> {
    const ids = rows.filter((row) => row.is_deleted === 0).map((row) => row.material_id);
    const found = ids.length === 0 ? [] : await selectMaterials(read).where('id', 'in', ids).execute();
    const materials = found
      .map(toMaterial)
      .filter(({ deletedAt, permissions }) => deletedAt === null && isPublic(permissions));
    const byId = new Map(materials.map((material) => [material.id, material]));
    return rows.map((row) => ({
      number: row.number,
      revision: row.revision,
      changedAt: row.changed_at,
      materialId: row.material_id,
      facultyId: row.faculty_id,
      material: byId.get(row.material_id) ?? null,
    }));
  }

  return {
    async state() {
      const row = await read
        .selectFrom('harvest_clock')
        .select([
          'revision',
          'changed_at',
          sql<number | null>`(select min(changed_at) from harvest_records)`.as('first_change'),
          sql<number | null>`(select max(number) from harvest_records)`.as('records'),
          sql<number>`(select applied_at from migrations order by name limit 1)`.as('made_at'),
        ])
        .executeTakeFirstOrThrow();
      return {
        madeAt: row.made_at,
        records: row.records ?? 0,
        revision: row.revision,
        firstChange: row.first_change ?? row.changed_at,
        lastChange: row.changed_at,
      };
    },

    async find(materialId) {
      const rows = await read.selectFrom('harvest_records').selectAll().where('material_id', '=', materialId).execute();
      return (await withMaterials(rows))[0] ?? null;
    },

    async list(range, limit) {
      const rows = await selectRange(engine, range).limit(limit).execute();
      return withMaterials(rows);
    },

    async findRevisions(from, until) {
      const first = await read
        .selectFrom('harvest_records')
        .select('revision')
        .where('changed_at', '>=', from)
        .orderBy('changed_at')
        .orderBy('revision')
        .limit(1)
        .executeTakeFirst();
      const last = await read
        .selectFrom('harvest_records')
        .select('revision')
        .where('changed_at', '<=', until)
        .orderBy('changed_at', 'desc')
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst();
      // Without a first revision there is none in between.
      return { after: (first?.revision ?? Number.MAX_SAFE_INTEGER) - 1, upTo: last?.revision ?? 0 };
    },

    ...createFacultyNotes(engine),
  };
}

function selectRange({ read }: Engine, range: HarvestRange) {
  const { after, facultyId } = range;
  return read
    .selectFrom('harvest_records')
    .selectAll()
    .where(range.order, '>', after)
    .$if(range.order === 'revision', (query) => query.where('revision', '<=', 'upTo' in range ? range.upTo : 0))
    .$if(facultyId !== null, (query) => query.where('faculty_id', '=', facultyId ?? ''))
    .orderBy(range.order);
}

function createFacultyNotes({ write, lists }: Engine): Pick<HarvestRecords, 'noteFaculties' | 'touch'> {
  return {
    noteFaculties: (digests) =>
      atomically(write, async (transaction) => {
        const known = await transaction.selectFrom('harvest_faculties').selectAll().execute();
        const former = new Map(known.map((row) => [row.faculty_id, row.digest]));
        // Before the first call nobody has harvested anything, so nothing needs to be harvested again.
        const isFirst = known.length === 0;
        const gone = known.filter((row) => row.digest !== '' && !digests.has(row.faculty_id));
        const changed = new Map(gone.map((row) => [row.faculty_id, '']));
        for (const [id, digest] of digests) if (former.get(id) !== digest) changed.set(id, digest);
        const { revision } = await transaction.selectFrom('harvest_clock').select('revision').executeTakeFirstOrThrow();
        for (const [faculty_id, digest] of changed) {
          const row = { digest, touch_up_to: isFirst ? null : revision };
          await transaction
            .insertInto('harvest_faculties')
            .values({ faculty_id, ...row })
            .onConflict((conflict) => conflict.column('faculty_id').doUpdateSet(row))
            .execute();
        }
      }),

    touch: (limit) =>
      atomically(write, async (transaction) => {
        const due = await transaction
          .selectFrom('harvest_faculties')
          .selectAll()
          .where('touch_up_to', 'is not', null)
          .limit(1)
          .executeTakeFirst();
        if (!due) return false;
        const { faculty_id: facultyId, touch_up_to: upTo } = due;
        const rows = await transaction
          .selectFrom('harvest_records')
          .select('number')
          .where('faculty_id', '=', facultyId)
          .where('revision', '<=', upTo ?? 0)
          .orderBy('revision')
          .limit(limit)
          .execute();
        if (rows.length < limit)
          await transaction
            .updateTable('harvest_faculties')
            .set({ touch_up_to: null })
            .where('faculty_id', '=', facultyId)
            .execute();
        if (rows.length === 0) return true;
        await sql`
          update harvest_clock set changed_at = unixepoch() where changed_at < unixepoch()
        `.execute(transaction);
        const numbers = rows.map(({ number }, index) => [number, index + 1]);
        await sql`
          update harvest_records set
            revision = (select revision from harvest_clock) + cast(touched.value ->> 1 as bigint),
            changed_at = (select changed_at from harvest_clock)
          from ${lists.rows(numbers)} as touched
          where harvest_records.number = cast(touched.value ->> 0 as bigint)
        `.execute(transaction);
        await transaction
          .updateTable('harvest_clock')
          .set({ revision: sql<number>`revision + ${rows.length}` })
          .execute();
        return true;
      }),
  };
}
