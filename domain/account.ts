/** Who makes a request. Every service takes an actor first and decides what that actor may do. */
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

/** Only administrators write, upload or see what is withdrawn. */
export function mayManage(actor: Actor): boolean {
  return actor.role === 'administrator';
}
