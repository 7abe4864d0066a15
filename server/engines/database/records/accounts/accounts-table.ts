import type { Selectable } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { formatMoment } from '#domain/moment.ts';
import type { AccountRecord, AccountRecords } from '#server/engines/database/account-records.ts';
import { movedOn, type Engine } from '#server/engines/database/sql/engine.ts';
import type { AccountRow } from '#server/engines/database/sql/tables.ts';
import { createBrowserRecords, createSessionRecords } from './sessions-table.ts';

type WaitRecords = Pick<AccountRecords, 'listWaits' | 'saveWait' | 'removeWait' | 'removeWaitsBefore'>;

/** All SQL for waits after too many sign-in attempts. */
function createWaitRecords({ read, write }: Engine): WaitRecords {
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

/** All SQL on accounts. */
export function createAccountRecords(engine: Engine): AccountRecords {
  const { read, write, now } = engine;
  return {
    ...createSessionRecords(engine),
    ...createBrowserRecords(engine),
    ...createWaitRecords(engine),

    async find(id) {
      const row = await read.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    async findByEmail(email) {
      const row = await read.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    async findAdministrator() {
      const query = read
        .selectFrom('accounts')
        .selectAll()
        .where('is_administrator', '=', 1)
        .orderBy('sequence')
        .limit(1);
      const row = await query.executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    async listAdministrators() {
      const query = read.selectFrom('accounts').selectAll().where('is_administrator', '=', 1).orderBy('sequence');
      return (await query.execute()).map(toAccount);
    },

    async remove(id) {
      await write.deleteFrom('accounts').where('id', '=', id).execute();
    },

    async insert(account) {
      const moment = now();
      const row = await write
        .insertInto('accounts')
        .values({
          id: account.id,
          email: account.email,
          name: account.name,
          password_hash: account.passwordHash,
          is_administrator: Number(account.isAdministrator),
          is_from_settings: Number(account.isFromSettings ?? false),
          created_at: moment,
          updated_at: moment,
          password_updated_at: moment,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Problem('user_already_exists', 'A user with the same id or email already exists.');
      return toAccount(row);
    },

    async update(id, { email, name, passwordHash, isAdministrator, isBlocked, isFromSettings }) {
      const moment = now();
      const row = await write
        .updateTable('accounts')
        .set({
          email,
          name,
          ...(passwordHash !== undefined && { password_hash: passwordHash, password_updated_at: moment }),
          ...(isAdministrator !== undefined && { is_administrator: Number(isAdministrator) }),
          ...(isBlocked !== undefined && { is_blocked: Number(isBlocked) }),
          ...(isFromSettings !== undefined && { is_from_settings: Number(isFromSettings) }),
          updated_at: movedOn(moment),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? toAccount(row) : null;
    },
  };
}

function toAccount(row: Selectable<AccountRow>): AccountRecord {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    isAdministrator: row.is_administrator === 1,
    isBlocked: row.is_blocked === 1,
    isFromSettings: row.is_from_settings === 1,
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
    passwordUpdatedAt: formatMoment(row.password_updated_at),
  };
}
