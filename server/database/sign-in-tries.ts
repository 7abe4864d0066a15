import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { databaseMoment } from './leases.ts';

/** The tries that are counted under a key. What the numbers mean is for server/accounts to say. */
export type Tries = { count: number; step: number; endsAt: number };

/** Tries to sign in, counted for all nodes over one database. */
export interface TryRecords {
  /**
   * Calls `work` with what is counted under these keys, alone among all nodes, and stores what it leaves in the map.
   * `moment` is by the clock of the database, in milliseconds since 1970. `isFull` once there are more than `maxKeys`,
   * give or take a few hundred.
   */
  change<Result>(
    keys: readonly string[],
    maxKeys: number,
    work: (found: { tries: Map<string, Tries>; moment: number; isFull: boolean }) => Result,
  ): Promise<Result>;
  /** Forgets what ended more than so long ago; keys with fewer tries than `few` as soon as they end. */
  sweep(bounds: { few: number; rememberedMs: number }): Promise<void>;
}

/** The number of keys is counted with every so many changes, because that reads them all. */
const countedEvery = 100;

/**
 * A few keys, one parameter each: of a list in one parameter the server assumes a hundred rows, and then reads the whole
 * table, while all writers wait.
 */
const oneOf = (keys: readonly string[]) => sql`(${keys.length > 0 ? sql.join(keys) : sql`null`})`;

/** All SQL on tries, for PostgreSQL. */
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
      // Read first: an index is not used for a moment that differs from row to row.
      const found = await sql<{ moment: number }>`select ${databaseMoment} as moment`.execute(write);
      const moment = found.rows[0]?.moment ?? 0;
      await sql`
        delete from sign_in_tries
        where ends_at < ${moment} and (count < ${few} or ends_at < ${moment - rememberedMs})
      `.execute(write);
    },
  };
}
