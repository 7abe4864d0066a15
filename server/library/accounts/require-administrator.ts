import { mayManage, type Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';

/** Throws Problem `user_unauthorized` unless the actor is an administrator. */
export function requireAdministrator(actor: Actor): asserts actor is Exclude<Actor, { role: 'visitor' }> {
  if (!mayManage(actor))
    throw new Problem('user_unauthorized', 'The current user is not authorized to perform the requested action.');
}
