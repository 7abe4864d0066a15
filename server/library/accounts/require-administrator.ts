import { mayManage, type Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';

/** Throws Problem `user_unauthorized` unless the actor is an administrator or the server itself. */
export function requireAdministrator(actor: Actor): void {
  if (!mayManage(actor))
    throw new Problem('user_unauthorized', 'The current user is not authorized to perform the requested action.');
}
