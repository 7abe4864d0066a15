import { sql, type Selectable } from 'kysely';
import { formatMoment } from '#domain/moment.ts';
import type {
  Publication,
  PublicationCounts,
  PublicationRecords,
  PublishedFile,
} from '#server/engines/database/publication-records.ts';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import type { PublicationRow } from '#server/engines/database/sql/tables.ts';

type Lists = 'list' | 'listSince';
type Reads = 'find' | 'listPublished' | 'countFiles' | 'listUnsettled' | 'listOf';
type Plans = 'insert' | 'setSources' | 'listSources' | 'findPending' | 'plan' | 'drop' | 'removeEmpty' | 'prune';
type Steps = 'setPublished' | 'beginUndo' | 'setUndone' | 'settle';

/** All SQL for publications of staged files. */
export function createPublicationRecords(engine: Engine): PublicationRecords {
  return { ...createLists(engine), ...createReads(engine), ...createPlans(engine), ...createSteps(engine) };
}

function createLists({ scan, notAborted }: Engine): Pick<PublicationRecords, Lists> {
  const notAbortedHere = notAborted(sql.ref('publications.sequence'));
  const count = (state: keyof PublicationCounts) => sql<number>`(
    select count(*) from publication_files where publication_id = publications.id and state = ${sql.lit(state)}
  )`;
  const unchanged = sql<number>`(
    select count(*) from publication_files
    join materials on materials.id = publication_files.material_id
      and materials.updated_at = publication_files.updated_at
    join staged_files on staged_files.id = publication_files.staged_id and staged_files.state = 'published'
    where publication_id = publications.id and publication_files.state = 'published'
      and ${notAborted(sql.ref('materials.sequence'))}
  )`;
  const hasMade = (states: readonly (keyof PublicationCounts)[]) => sql<boolean>`exists (
    select 1 from publication_files
    where publication_id = publications.id and state in (${sql.join(states.map((state) => sql.lit(state)))})
  )`;

  return {
    async list(limit) {
      const rows = await scan
        .selectFrom('publications')
        .selectAll()
        .select(count('published').as('published'))
        .where(sql<boolean>`${notAbortedHere} and ${hasMade(['published'])}`)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toPublication(row), published: Number(row.published) }));
    },

    async listSince(livedFrom, limit) {
      const recent = scan
        .selectFrom('publications')
        .where(sql<boolean>`${notAbortedHere} and lived >= ${livedFrom} and ${hasMade(['published', 'undone'])}`);
      const { total } = await recent.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await recent
        .selectAll()
        .select([count('published').as('published'), count('pending').as('pending'), count('undone').as('undone')])
        .select(unchanged.as('unchanged'))
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      const publications = rows.map((row) => ({
        ...toPublication(row),
        published: Number(row.published),
        pending: Number(row.pending),
        undone: Number(row.undone),
        unchanged: Number(row.unchanged),
      }));
      return { total: Number(total), publications };
    },
  };
}

function createReads({ read, scan }: Engine): Pick<PublicationRecords, Reads> {
  return {
    async find(id) {
      const row = await read.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toPublication(row) : null;
    },

    async listPublished(id, after, limit) {
      const rows = await scan
        .selectFrom('publication_files')
        .selectAll()
        .where('publication_id', '=', id)
        .where('staged_id', '>', after)
        .where('state', '=', 'published')
        .orderBy('staged_id')
        .limit(limit)
        .execute();
      return rows.map((row): PublishedFile => ({
        stagedId: row.staged_id,
        materialId: row.material_id,
        formerState: row.former_state ?? 'reading',
        updatedAt: Number(row.updated_at),
      }));
    },

    async countFiles(id) {
      const rows = await scan
        .selectFrom('publication_files')
        .select(['state', sql<number>`count(*)`.as('total')])
        .where('publication_id', '=', id)
        .groupBy('state')
        .execute();
      const found = new Map(rows.map(({ state, total }) => [state, Number(total)]));
      const of = (state: keyof PublicationCounts) => found.get(state) ?? 0;
      return { published: of('published'), pending: of('pending'), undone: of('undone') };
    },

    async listUnsettled() {
      const rows = await read
        .selectFrom('publications')
        .select('id')
        .where('undone_at', 'is not', null)
        .where('outcome', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    async listOf(materialId) {
      const rows = await read
        .selectFrom('publication_files')
        .select('publication_id')
        .where('material_id', '=', materialId)
        .where('state', '<>', 'pending')
        .execute();
      return rows.map((row) => row.publication_id);
    },
  };
}

function createPlans({ read, write, now, lists }: Engine): Pick<PublicationRecords, Plans> {
  return {
    async insert({ id, userId, userName }) {
      const row = { id, user_id: userId, user_name: userName, begun_at: now(), lived: livedNow };
      await write.insertInto('publications').values(row).execute();
    },

    async setSources(id, sources) {
      await write
        .updateTable('publications')
        .set({ sources: JSON.stringify(sources) })
        .where('id', '=', id)
        .execute();
    },

    async listSources(stagedIds, limit) {
      const { rows } = await sql<{ source: string }>`
        select distinct case when instr(path, '/') > 0 then substr(path, 1, instr(path, '/') - 1) else '' end as source
        from staged_files where id in ${lists.texts(stagedIds)} order by source limit ${limit}
      `.execute(read);
      return rows.map(({ source }) => source);
    },

    async findPending(stagedIds, livedFrom) {
      const row = await read
        .selectFrom('publication_files as planned')
        .innerJoin('publications', 'publications.id', 'planned.publication_id')
        .select('publications.id')
        // A literal: a partial index is used only if the condition is known when the statement is prepared.
        .where(sql<boolean>`planned.state = 'pending'`)
        .where('planned.staged_id', 'in', lists.texts(stagedIds))
        .where('publications.undone_at', 'is', null)
        .where('publications.lived', '>=', livedFrom)
        .orderBy('publications.sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async plan(id, stagedIds) {
      const sent = lists.texts(stagedIds);
      await sql`
        delete from publication_files where state = 'pending' and publication_id <> ${id} and staged_id in ${sent}
      `.execute(write);
      await sql`
        insert into publication_files (publication_id, staged_id, material_id, state)
        select ${id}, id, material_id, 'pending' from staged_files where id in ${sent} and state <> 'published'
        on conflict (publication_id, staged_id) do nothing
      `.execute(write);
    },

    async drop(id, stagedIds) {
      await sql`
        delete from publication_files
        where publication_id = ${id} and state = 'pending' and staged_id in ${lists.texts(stagedIds)}
      `.execute(write);
    },

    async removeEmpty(id) {
      await sql`
        delete from publications
        where id = ${id} and not exists (select 1 from publication_files where publication_id = ${id})
      `.execute(write);
    },

    async prune({ publications, files, plannedFrom }) {
      await sql`
        delete from publications where lived < ${plannedFrom} and not exists (
          select 1 from publication_files where publication_id = publications.id and state <> 'pending'
        )
      `.execute(write);
      const stored = await write
        .selectFrom('publications')
        .select('sequence')
        .select(
          sql<number>`(select count(*) from publication_files where publication_id = publications.id)`.as('files'),
        )
        .orderBy('sequence', 'desc')
        .limit(publications + 1)
        .execute();
      let sum = 0;
      const firstBeyond = stored.find((row, index) => {
        sum += Number(row.files);
        return index > 0 && (index >= publications || sum > files);
      });
      if (firstBeyond) await write.deleteFrom('publications').where('sequence', '<=', firstBeyond.sequence).execute();
    },
  };
}

function createSteps({ write, now, lists }: Engine): Pick<PublicationRecords, Steps> {
  return {
    async setPublished(id, { stagedId, materialId, formerState }) {
      const { rows } = await sql<{ staged_id: string }>`
        insert into publication_files (publication_id, staged_id, material_id, state, former_state, updated_at)
        select publications.id, ${stagedId}, materials.id, 'published', ${formerState}, materials.updated_at
        from publications cross join materials
        where publications.id = ${id} and publications.undone_at is null and materials.id = ${materialId}
        on conflict (publication_id, staged_id) do update set material_id = excluded.material_id,
          state = excluded.state, former_state = excluded.former_state, updated_at = excluded.updated_at
        returning staged_id
      `.execute(write);
      if (rows.length === 0) return false;
      await write.updateTable('publications').set({ lived: livedNow }).where('id', '=', id).execute();
      return true;
    },

    async beginUndo(id, { userId, takesChanged }) {
      const undo = { undone_by: userId, takes_changed: Number(takesChanged), outcome: null };
      await write
        .updateTable('publications')
        .set({ ...undo, undone_at: now() })
        .where('id', '=', id)
        .execute();
      await write
        .deleteFrom('publication_files')
        .where('publication_id', '=', id)
        .where('state', '=', 'pending')
        .execute();
    },

    async setUndone(id, stagedIds) {
      await sql`
        update publication_files set state = 'undone'
        where publication_id = ${id} and staged_id in ${lists.texts(stagedIds)}
      `.execute(write);
    },

    async settle(id, outcome) {
      const row = await write
        .updateTable('publications')
        .set({ outcome })
        .where('id', '=', id)
        .where('outcome', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function toPublication(row: Selectable<PublicationRow>): Publication {
  const { undone_at: undoneAt, undone_by: undoneBy, takes_changed: takesChanged, outcome } = row;
  return {
    id: row.id,
    sources: JSON.parse(row.sources) as string[],
    userId: row.user_id,
    userName: row.user_name,
    begunAt: formatMoment(row.begun_at),
    lived: row.lived,
    undo: undoneAt === null ? null : { userId: undoneBy ?? '', takesChanged: takesChanged === 1, outcome },
  };
}
