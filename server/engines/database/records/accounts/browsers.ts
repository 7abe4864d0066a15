import type { AccountRecords } from '#server/engines/database/account-records.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

type BrowserRecords = Pick<
  AccountRecords,
  | 'listAccountsOfBrowser'
  | 'keepBrowser'
  | 'renameBrowser'
  | 'removeBrowsers'
  | 'removeBrowsersSeenBefore'
  | 'countBrowsers'
>;

/** All SQL on the browsers that have signed in to an account. */
export function createBrowserRecords({ read, write, now }: Engine): BrowserRecords {
  return {
    async listAccountsOfBrowser(secretHash) {
      const rows = await read
        .selectFrom('browsers')
        .select('user_id')
        .where('secret_hash', '=', secretHash)
        .orderBy('user_id')
        .execute();
      return rows.map(({ user_id }) => user_id);
    },

    async keepBrowser(userId, secretHash, max) {
      const moment = now();
      await write
        .insertInto('browsers')
        .values({ user_id: userId, secret_hash: secretHash, created_at: moment, seen_at: moment })
        .onConflict((conflict) => conflict.columns(['user_id', 'secret_hash']).doUpdateSet({ seen_at: moment }))
        .execute();
      // This browser is never removed, even if the others have later times from a clock that was ahead.
      const latest = write
        .selectFrom('browsers')
        .select('secret_hash')
        .where('user_id', '=', userId)
        .where('secret_hash', '!=', secretHash)
        .orderBy('seen_at', 'desc')
        .limit(max - 1);
      await write
        .deleteFrom('browsers')
        .where('user_id', '=', userId)
        .where('secret_hash', '!=', secretHash)
        .where('secret_hash', 'not in', latest)
        .execute();
    },

    async renameBrowser(secretHash, newSecretHash) {
      await write
        .updateTable('browsers')
        .set({ secret_hash: newSecretHash })
        .where('secret_hash', '=', secretHash)
        .execute();
    },

    async removeBrowsers(userId, exceptHash) {
      const all = write.deleteFrom('browsers').where('user_id', '=', userId);
      await (exceptHash === undefined ? all : all.where('secret_hash', '!=', exceptHash)).execute();
    },

    async removeBrowsersSeenBefore(moment) {
      const { numDeletedRows } = await write.deleteFrom('browsers').where('seen_at', '<', moment).executeTakeFirst();
      return Number(numDeletedRows);
    },

    async countBrowsers(userId) {
      const { browsers } = await read
        .selectFrom('browsers')
        .select((select) => select.fn.countAll<number>().as('browsers'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(browsers);
    },
  };
}
