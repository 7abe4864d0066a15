import { sql, type SqlBool } from 'kysely';
import { formatMoment } from '#domain/moment.ts';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { forEverybody } from './material-conditions.ts';

type Range = { from: number; to: number };

/** Lists, for robots, the materials that everybody may read, in ranges of the order of creation. */
export function createPublicAddresses({
  read,
  scan,
  notAborted,
}: Engine): Pick<MaterialRecords, 'lastSequence' | 'summarisePublic' | 'listPublic'> {
  const notAbortedHere = notAborted(sql.ref('sequence'));
  const inRange = ({ from, to }: Range) =>
    sql<SqlBool>`${notAbortedHere} and sequence >= ${from} and sequence < ${to} and ${forEverybody}`;

  return {
    async lastSequence() {
      const row = await read
        .selectFrom('materials')
        .select(sql<number | null>`max(sequence)`.as('last'))
        .executeTakeFirst();
      return Number(row?.last ?? 0);
    },

    async summarisePublic(range) {
      const row = await scan
        .selectFrom('materials')
        .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(updated_at)`.as('updated_at')])
        .where(inRange(range))
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), updatedAt: row.updated_at === null ? null : formatMoment(row.updated_at) };
    },

    async listPublic(range) {
      const rows = await scan
        .selectFrom('materials')
        .select(['id', 'updated_at'])
        .where(inRange(range))
        .orderBy('sequence')
        .execute();
      return rows.map(({ id, updated_at: updatedAt }) => ({ id, updatedAt: formatMoment(updatedAt) }));
    },
  };
}
