import { sql } from 'kysely';
import type { Records } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

/** All SQL for small facts that the server stores. */
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
