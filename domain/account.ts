/** The caller of a request. Every service has an actor as its first parameter and checks the actor's permissions. */
export type Actor = { role: 'visitor' } | { role: 'member' | 'administrator'; userId: string; sessionId: string };

export const visitor: Actor = { role: 'visitor' };

/** An account, without the password and its hash. */
export type Account = {
  id: string;
  email: string;
  name: string;
  isAdministrator: boolean;
  isBlocked: boolean;
  createdAt: string;
  updatedAt: string;
  passwordUpdatedAt: string;
};

/** True for administrators. Only they may write, upload, or see withdrawn materials. */
export function mayManage(actor: Actor): boolean {
  return actor.role === 'administrator';
}
