import type { Actor } from '#domain/account.ts';
import type { Records } from '#server/engines/database/database.ts';

/** Returns the actor as stored with an action: the name stays when the account is removed. */
export async function findDoer(
  { accounts }: Pick<Records, 'accounts'>,
  actor: Actor,
): Promise<{ userId: string; userName: string }> {
  const userId = actor.role === 'visitor' ? '' : actor.userId;
  const account = userId === '' ? null : await accounts.find(userId);
  return { userId, userName: account?.name ?? '' };
}
