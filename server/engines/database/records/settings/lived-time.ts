import { sql, type RawBuilder } from 'kysely';
import type { Records } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

const settingName = 'lived-ms';

/** Older releases on SQLite wrote the number with a decimal point; such a library may have been moved to PostgreSQL. */
const counted = sql<number>`cast(cast(settings.value as double precision) as bigint)`;

/** The lived time as last counted, which rows record so that they can be removed some time later. */
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
