import type { Account } from '#domain/account.ts';
import type { AccountRecord } from '#server/engines/database/account-records.ts';

/** Returns the account without its password hash. */
export function toAccount(record: AccountRecord): Account {
  const { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt } = record;
  return { id, email, name, isAdministrator, isBlocked, createdAt, updatedAt, passwordUpdatedAt };
}
