import { mayManage, type Actor } from '#domain/account.ts';
import { Problem } from './problems.ts';

const role =
  '(?:any|guests|users(?:/(?:un)?verified)?|(?:user|team|member|label):[A-Za-z0-9][A-Za-z0-9._-]{0,35}(?:/[A-Za-z0-9._-]{1,36})?)';
const permissionForm = new RegExp(`^(?:read|create|update|delete|write)\\("(${role})"\\)$`);
const mostPermissions = 100;

/**
 * The roles that sent permissions hand out, such as `any` or `user:u1` (contract 8). What a document may be read or
 * written by is fixed here (only administrators write, everybody reads), so permissions are checked and then let go.
 * Throws Problem `general_argument_invalid` for what is not a list of permission texts; absent and null are none.
 */
export function readPermissionRoles(sent: unknown): string[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent) || sent.length > mostPermissions) throw malformed();
  return sent.map((each) => {
    const found = typeof each === 'string' ? permissionForm.exec(each)?.[1] : undefined;
    if (found === undefined) throw malformed();
    return found;
  });
}

/**
 * Throws Problem `user_unauthorized` when an administrator hands out a role he does not hold. Others are left to the
 * service, which refuses them whatever they send.
 */
export function requireRolesHeld(actor: Actor, roles: readonly string[]): void {
  if (!mayManage(actor) || actor.role === 'visitor') return;
  const held = new Set([
    'any',
    'users',
    'users/unverified',
    `user:${actor.userId}`,
    `user:${actor.userId}/unverified`,
    'label:admin',
  ]);
  const foreign = roles.find((each) => !held.has(each));
  if (foreign !== undefined)
    throw new Problem('user_unauthorized', `Permissions may only name roles you hold; "${foreign}" is none of them.`);
}

function malformed(): Problem {
  return new Problem(
    'general_argument_invalid',
    'Invalid `permissions` param: must be a list of at most 100 texts such as read("any").',
  );
}
