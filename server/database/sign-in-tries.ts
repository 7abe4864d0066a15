import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { databaseMoment } from './leases.ts';

/** The attempts that are counted under a key. server/accounts defines the meaning of the numbers. */
export type Tries = { count: number; step: number; endsAt: number };

/** Sign-in attempts, counted for all nodes that share a database. */
export interface TryRecords {
  /**
   * Calls `work` with the counts of these keys, exclusively among all nodes, and stores the map as `work` leaves it.
   * `moment` is by the clock of the database, in milliseconds since 1970. `isFull` is true with more than `maxKeys`
   * keys, give or take a few hundred.
   */
  change<Result>(
    keys: readonly string[],
    maxKeys: number,
    work: (found: { tries: Map<string, Tries>; moment: number; isFull: boolean }) => Result,
  ): Promise<Result>;
  /**
   * Removes entries that ended more than `rememberedMs` ago; keys with fewer attempts than `few` as soon as they end.
   */
  sweep(bounds: { few: number; rememberedMs: number }): Promise<void>;
}

/** Number of changes between counts of all keys, because counting reads all of them. */
const countedEvery = 100;

/**
 * A few keys, one parameter each: for a list in one parameter the server assumes a hundred rows, and then scans the
 * table, while all writers wait.
 */
const oneOf = (keys: readonly string[]) => sql`(${keys.length > 0 ? sql.join(keys) : sql`null`})`;

/** All SQL for sign-in attempts, for PostgreSQL. */
export function createTryRecords({ write }: Pick<Engine, 'write'>): TryRecords {
  let changes = 0;
  let total = 0;
  return {
    change: (keys, maxKeys, work) =>
      write.transaction().execute(async (transaction) => {
        if (changes % countedEvery === 0) {
          const counted = sql<number>`count(*)`.as('total');
          total = (await transaction.selectFrom('sign_in_tries').select(counted).executeTakeFirstOrThrow()).total;
        }
        changes += 1;
        const rows = await sql<{ moment: number; key: string | null; count: number; step: number; ends_at: number }>`
          select ${databaseMoment} as moment, sign_in_tries.* from (values (1)) as one
          left join sign_in_tries on key in ${oneOf(keys)}
        `.execute(transaction);
        const found = rows.rows.flatMap(({ key, ...row }) => (key === null ? [] : [{ key, ...row }]));
        const tries = new Map(found.map(({ key, count, step, ends_at: endsAt }) => [key, { count, step, endsAt }]));
        const result = work({ tries, moment: rows.rows[0]?.moment ?? 0, isFull: total >= maxKeys });
        const gone = found.flatMap(({ key }) => (tries.has(key) ? [] : [key]));
        if (gone.length > 0) await transaction.deleteFrom('sign_in_tries').where('key', 'in', gone).execute();
        const values = [...tries].map(([key, { count, step, endsAt }]) => ({ key, count, step, ends_at: endsAt }));
        if (values.length > 0)
          await transaction
            .insertInto('sign_in_tries')
            .values(values)
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet((row) => ({
                count: row.ref('excluded.count'),
                step: row.ref('excluded.step'),
                ends_at: row.ref('excluded.ends_at'),
              })),
            )
            .execute();
        return result;
      }),

    async sweep({ few, rememberedMs }) {
      // Read first: an index is not used for a time that differs from row to row.
      const found = await sql<{ moment: number }>`select ${databaseMoment} as moment`.execute(write);
      const moment = found.rows[0]?.moment ?? 0;
      await sql`
        delete from sign_in_tries
        where ends_at < ${moment} and (count < ${few} or ends_at < ${moment - rememberedMs})
      `.execute(write);
    },
  };
}
