import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LinkedPhotograph } from '#server/engines/database/database.ts';
import type { FileHolds, PhotographWorks, SharedWork } from '#server/engines/database/node-work.ts';
import { toFile } from '#server/engines/database/records/files/file-rows.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';

/**
 * Stores holds as rows. `write` must not wait for the writers of all nodes, since a hold is acquired before a
 * transaction and renewed during it.
 */
export function createFileHolds({
  read,
  write,
  holdMs,
}: {
  read: Connection;
  write: Connection;
  holdMs: number;
}): FileHolds {
  const holder = randomUUID();
  const untilThen = sql`clock_timestamp() + ${holdMs} * interval '1 millisecond'`;

  return {
    holdMs,

    async take(fileId) {
      const { rows } =
        await sql`insert into file_holds (file_id, holder, held_until) values (${fileId}, ${holder}, ${untilThen})
        on conflict (file_id) do update set holder = excluded.holder, held_until = excluded.held_until
        where file_holds.holder = excluded.holder or file_holds.held_until < clock_timestamp() returning 1`.execute(
          write,
        );
      return rows.length === 1;
    },

    async release(fileId) {
      await sql`delete from file_holds where file_id = ${fileId} and holder = ${holder}`.execute(write);
    },

    async isHeld(fileId) {
      const { rows } = await sql`select 1 from file_holds
        where file_id = ${fileId} and holder <> ${holder} and held_until >= clock_timestamp()`.execute(read);
      return rows.length === 1;
    },
  };
}

/** Deletes entries that failed or whose process was killed, an hour later. They don't block anything. */
export const deleteOldWorks = "delete from photograph_works where held_until < clock_timestamp() - interval '1 hour'";

type Row = Pick<SharedWork, 'attempt' | 'state' | 'done'> & {
  photographs: string;
  failure: string | null;
  failure_photograph_id: string | null;
};

/**
 * Stores PDFs in progress as rows. `write` must not wait for the writers of all nodes: entries are renewed every
 * second.
 */
export function createPhotographWorks({
  read,
  write,
  holdMs,
}: {
  read: Connection;
  write: Connection;
  holdMs: number;
}): PhotographWorks {
  const untilThen = sql`clock_timestamp() + ${holdMs} * interval '1 millisecond'`;

  async function withFiles(linked: readonly LinkedPhotograph[]): Promise<SharedWork['photographs']> {
    const ids = [...new Set(linked.map(({ photographId }) => photographId))];
    const rows = await read
      .selectFrom('files')
      .selectAll()
      .where('id', 'in', ids)
      .where('is_finished', '=', 1)
      .execute();
    const files = new Map(rows.map((row) => [row.id, toFile(row, [])]));
    return linked.flatMap((each) => {
      const file = files.get(each.photographId);
      return file ? [{ ...each, file }] : [];
    });
  }

  return {
    holdMs,

    async begin(fileId, attempt, photographs) {
      // Also here, so that many failures do not have to wait for the daily maintenance.
      await sql.raw(deleteOldWorks).execute(write);
      const listed = photographs.map(({ photographId, turn, keepsWhole }) => ({ photographId, turn, keepsWhole }));
      const { rows } = await sql`
        insert into photograph_works as work (file_id, attempt, state, done, photographs, held_until)
        values (${fileId}, ${attempt}, 'waiting', 0, ${JSON.stringify(listed)}, ${untilThen})
        on conflict (file_id) do update set attempt = excluded.attempt, state = excluded.state, done = 0,
          photographs = excluded.photographs, failure = null, failure_photograph_id = null, held_until = excluded.held_until
        where work.state = 'failed' or work.held_until < clock_timestamp()
        returning 1`.execute(write);
      return rows.length === 1;
    },

    async keep(works) {
      const { rows } = await sql<{ attempt: string }>`
        update photograph_works as work set state = own.state, done = own.done, held_until = ${untilThen}
        from jsonb_to_recordset(cast(${JSON.stringify(works)} as jsonb))
          as own ("fileId" text collate "C", attempt text collate "C", state text collate "C", done integer)
        where work.file_id = own."fileId" and work.attempt = own.attempt and work.state <> 'failed'
        returning work.attempt`.execute(write);
      return new Set(rows.map(({ attempt }) => attempt));
    },

    async fail({ fileId, attempt, done }, { message, photographId }) {
      await sql`
        update photograph_works set state = 'failed', done = ${done}, failure = ${message},
          failure_photograph_id = ${photographId}, held_until = clock_timestamp()
        where file_id = ${fileId} and attempt = ${attempt}`.execute(write);
    },

    async end(fileId, attempt) {
      await sql`delete from photograph_works where file_id = ${fileId} and attempt = ${attempt}`.execute(write);
    },

    async remove(fileId) {
      await sql`delete from photograph_works where file_id = ${fileId}`.execute(write);
    },

    async find(fileId) {
      const { rows } = await sql<Row>`
        select attempt, state, done, photographs, failure, failure_photograph_id from photograph_works
        where file_id = ${fileId} and (state = 'failed' or held_until >= clock_timestamp())`.execute(read);
      const [row] = rows;
      if (!row) return null;
      const { attempt, state, done, failure, failure_photograph_id: photographId } = row;
      const linked = JSON.parse(row.photographs) as LinkedPhotograph[];
      return {
        attempt,
        state,
        done,
        total: linked.length,
        failure: failure === null ? null : { message: failure, photographId },
        photographs: await withFiles(linked),
      };
    },
  };
}
