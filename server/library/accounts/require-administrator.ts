import { Problem } from '#contract/problems.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import type { Records } from '#server/engines/database/database.ts';

/** Throws Problem `user_unauthorized` unless the actor is an administrator. */
export function requireAdministrator(actor: Actor): asserts actor is Exclude<Actor, { role: 'visitor' }> {
  if (!mayManage(actor))
    throw new Problem('user_unauthorized', 'The current user is not authorized to perform the requested action.');
}

/** Returns the actor as stored with an action: the name stays when the account is removed. */
export async function findDoer(
  { accounts }: Pick<Records, 'accounts'>,
  actor: Actor,
): Promise<{ userId: string; userName: string }> {
  const userId = actor.role === 'visitor' ? '' : actor.userId;
  const account = userId === '' ? null : await accounts.find(userId);
  return { userId, userName: account?.name ?? '' };
}
