import { sql } from 'kysely';
import type { TryRecords } from '#server/engines/database/account-records.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { databaseMoment } from '#server/engines/database/sql/leases.ts';

/** Number of changes after which the keys are counted again. Counting reads all of them. */
const countedEvery = 100;

/**
 * Lists a few keys with one parameter each. For a list in one parameter, the server would assume a hundred rows and
 * scan the table while all writers wait.
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
