import { sql } from 'kysely';
import type { Records } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

/** Maximum number of decisions, far more than anyone makes; above it the oldest pairs are shown again. */
export const maxKeptPairs = 10_000;

/** All SQL for dismissed pairs of duplicates. */
export function createKeptPairs({ read, write, now }: Engine): Records['keptPairs'] {
  return {
    async list() {
      const rows = await read.selectFrom('kept_pairs').select(['first_sha256', 'second_sha256']).execute();
      return rows.map((row) => [row.first_sha256, row.second_sha256]);
    },

    async add(one, other) {
      const [first, second] = one < other ? [one, other] : [other, one];
      await write
        .insertInto('kept_pairs')
        .values({ first_sha256: first, second_sha256: second, kept_at: now() })
        .onConflict((conflict) => conflict.columns(['first_sha256', 'second_sha256']).doNothing())
        .execute();
      // Retains the new pair even if the clock went back.
      await write
        .deleteFrom('kept_pairs')
        .where(
          sql<boolean>`(first_sha256, second_sha256) in (
            select first_sha256, second_sha256 from kept_pairs
            order by first_sha256 = ${first} and second_sha256 = ${second} desc, kept_at desc limit ${sql.lit(Number.MAX_SAFE_INTEGER)} offset ${maxKeptPairs}
          )`,
        )
        .execute();
    },
  };
}
