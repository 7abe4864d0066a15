import { sql, type RawBuilder } from 'kysely';
import type { Records } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

/** All SQL for the small facts that the server stores. */
export function createSettingRecords({ read, write }: Engine): Records['settings'] {
  return {
    async find(name) {
      const row = await read.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },

    async set(name, value) {
      await write
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },

    async ensure(name, value) {
      // Writes the existing value again to return it, also if another node was first.
      const row = await write
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<string>`settings.value` }))
        .returning('value')
        .executeTakeFirstOrThrow();
      return row.value;
    },
  };
}

/** Far more decisions than anyone makes; the oldest pairs are shown again. */
export const maxKeptPairs = 10_000;

/** All SQL for pairs of files that shall both stay. */
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

const settingName = 'lived-ms';

/** Older releases on SQLite wrote the number with a decimal point; such a library may have been moved to PostgreSQL. */
const counted = sql<number>`cast(cast(settings.value as double precision) as bigint)`;

/** The lived time as last counted, stored in rows that are removed after some time. */
export const livedNow: RawBuilder<number> = sql<number>`coalesce((select ${counted} from settings where name = ${settingName}), 0)`;

/** All SQL for the time that this library has been served. */
export function createLivedTime({ read, write }: Engine): Records['livedTime'] {
  return {
    async find() {
      const row = await read.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst();
      return Number(row?.value ?? 0);
    },

    async add(milliseconds) {
      const passed = Math.max(0, Math.round(milliseconds));
      const row = await write
        .insertInto('settings')
        .values({ name: settingName, value: String(passed) })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ value: sql<string>`cast(${counted} + cast(${passed} as bigint) as text)` }),
        )
        .returning('value')
        .executeTakeFirstOrThrow();
      return Number(row.value);
    },
  };
}
