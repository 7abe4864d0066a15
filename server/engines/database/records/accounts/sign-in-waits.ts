import type { AccountRecords } from '#server/engines/database/account-records.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

type WaitRecords = Pick<AccountRecords, 'listWaits' | 'saveWait' | 'removeWait' | 'removeWaitsBefore'>;

/** All SQL for waits after too many sign-in attempts. */
export function createWaitRecords({ read, write }: Engine): WaitRecords {
  return {
    async listWaits(moment, limit) {
      const rows = await read
        .selectFrom('sign_in_waits')
        .selectAll()
        .where('ends_at', '>', moment)
        .orderBy('ends_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ key, step, ends_at }) => ({ key, step, endsAt: ends_at }));
    },

    async saveWait({ key, step, endsAt }) {
      await write
        .insertInto('sign_in_waits')
        .values({ key, step, ends_at: endsAt })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ step, ends_at: endsAt }))
        .execute();
    },

    async removeWait(key) {
      await write.deleteFrom('sign_in_waits').where('key', '=', key).execute();
    },

    async removeWaitsBefore(moment) {
      const { numDeletedRows } = await write
        .deleteFrom('sign_in_waits')
        .where('ends_at', '<', moment)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
