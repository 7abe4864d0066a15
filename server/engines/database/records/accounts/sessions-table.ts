import type { Selectable } from 'kysely';
import { formatMoment } from '#domain/moment.ts';
import type { AccountRecords, SessionRecord } from '#server/engines/database/account-records.ts';
import { movedOn, type Engine } from '#server/engines/database/sql/engine.ts';
import type { SessionRow } from '#server/engines/database/sql/tables.ts';

type Sessions =
  | 'insertSession'
  | 'findSession'
  | 'findSessionBySecret'
  | 'extendSession'
  | 'listSessions'
  | 'removeSession'
  | 'removeSessions'
  | 'removeEndedSessions'
  | 'keepLatestSessions';

/** All SQL for sessions of accounts. */
export function createSessionRecords({ read, write, now }: Engine): Pick<AccountRecords, Sessions> {
  return {
    async insertSession(session) {
      const moment = now();
      const row = await write
        .insertInto('sessions')
        .values({
          id: session.id,
          user_id: session.userId,
          secret_hash: session.secretHash,
          expires_at: session.expiresAt,
          created_at: moment,
          updated_at: moment,
          ip: session.ip,
          user_agent: session.userAgent,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toSession(row);
    },

    async findSession(id) {
      const row = await read.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toSession(row) : null;
    },

    async findSessionBySecret(secretHash) {
      const row = await read
        .selectFrom('sessions')
        .selectAll()
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst();
      return row ? toSession(row) : null;
    },

    async extendSession(id, { expiresAt, isLong }) {
      const row = await write
        .updateTable('sessions')
        .set({
          expires_at: expiresAt,
          ...(isLong !== undefined && { is_long: Number(isLong) }),
          updated_at: movedOn(now()),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? toSession(row) : null;
    },

    async listSessions(userId) {
      const rows = await read
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('sequence')
        .execute();
      return rows.map(toSession);
    },

    async removeSession(id) {
      await write.deleteFrom('sessions').where('id', '=', id).execute();
    },

    async removeSessions(userId, exceptId) {
      const all = write.deleteFrom('sessions').where('user_id', '=', userId);
      await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute();
    },

    async removeEndedSessions(moment) {
      const { numDeletedRows } = await write
        .deleteFrom('sessions')
        .where('expires_at', '<=', moment)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async keepLatestSessions(userId, max) {
      const latest = write
        .selectFrom('sessions')
        .select('sequence')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(max);
      await write.deleteFrom('sessions').where('user_id', '=', userId).where('sequence', 'not in', latest).execute();
    },
  };
}

function toSession(row: Selectable<SessionRow>): SessionRecord {
  return {
    id: row.id,
    userId: row.user_id,
    secretHash: row.secret_hash,
    isLong: row.is_long === 1,
    expiresAt: formatMoment(row.expires_at),
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
    ip: row.ip,
    userAgent: row.user_agent,
  };
}

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
      // This one is never removed, even if the others have later moments from a clock that was ahead.
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
