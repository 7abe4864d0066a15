import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FileHolds } from '#server/engines/database/file-holds.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';

/**
 * Stores holds as rows. `write` must not wait for the writers of all nodes, because a hold is acquired before a
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
