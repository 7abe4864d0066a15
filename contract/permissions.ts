import { mayManage, type Actor } from '#domain/account.ts';
import { Problem } from './problems.ts';

const role =
  '(?:any|guests|users(?:/(?:un)?verified)?|(?:user|team|member|label):[A-Za-z0-9][A-Za-z0-9._-]{0,35}(?:/[A-Za-z0-9._-]{1,36})?)';

/** A permission in Appwrite's format, such as `read("any")` or `update("user:u1")`. */
export const permissionForm = new RegExp(`^(?:read|create|update|delete|write)\\("(${role})"\\)$`);
export const maxPermissions = 100;

/** The default permissions: everybody may read (docs/decisions/0008-permissions-are-kept-and-rule-reading.md). */
export const publicPermissions: readonly string[] = ['read("any")'];

/** Returns the permissions without duplicates, in their original order. */
export function tidyPermissions(sent: readonly string[]): string[] {
  return [...new Set(sent)];
}

/** Returns the roles that may read an object with these permissions. */
export function readersOf(permissions: readonly string[]): string[] {
  return permissions.flatMap((permission) => {
    const reader = permission.startsWith('read(') ? permissionForm.exec(permission)?.[1] : undefined;
    return reader === undefined ? [] : [reader];
  });
}

/** True if everybody may read an object with these permissions. */
export function isPublic(permissions: readonly string[]): boolean {
  return permissions.includes('read("any")');
}

/** The role of administrators, who may read everything anyway. */
const administratorRole = 'label:admin';

/** True if only administrators may read an object with these permissions: a material is then hidden. */
export function isHidden(permissions: readonly string[]): boolean {
  return readersOf(permissions).every((reader) => reader === administratorRole);
}

/**
 * Returns the permissions that a material still has when it is hidden: those that let only administrators read, and
 * those for writing.
 */
export function withoutReaders(permissions: readonly string[]): string[] {
  return permissions.filter((permission) => isHidden([permission]));
}

/**
 * Returns the permissions of a hidden object after its former readers may read it again; everybody, if it had no former
 * readers.
 */
export function withFormerReaders(permissions: readonly string[], former: readonly string[] | null): string[] {
  const readers = (former ?? []).filter((permission) => !isHidden([permission]));
  return tidyPermissions([...(readers.length > 0 ? readers : publicPermissions), ...permissions]);
}

/**
 * Returns the roles of a caller. A visitor has `any` but not `guests`: pages are rendered for a visitor and cached for
 * everybody, and no administrator has `guests`, so nobody can grant it. Email addresses are never verified in this
 * product.
 */
export function rolesHeldBy(actor: Actor): string[] {
  if (actor.role === 'visitor') return ['any'];
  const own = `user:${actor.userId}`;
  const roles = ['any', 'users', 'users/unverified', own, `${own}/unverified`];
  return mayManage(actor) ? [...roles, administratorRole] : roles;
}

/** Returns the roles for which the caller's lists are read; administrators may read everything. */
export function readersFor(actor: Actor): readonly string[] | 'everything' {
  return mayManage(actor) ? 'everything' : rolesHeldBy(actor);
}

/** True if the caller may read an object with these permissions. Administrators may read everything. */
export function mayRead(actor: Actor, permissions: readonly string[]): boolean {
  if (isPublic(permissions) || mayManage(actor)) return true;
  const held = rolesHeldBy(actor);
  return readersOf(permissions).some((reader) => held.includes(reader));
}

/**
 * Throws Problem `user_unauthorized` if an administrator grants a role that they do not have themselves. For all other
 * callers, the service refuses the request anyway.
 */
export function requireRolesHeld(actor: Actor, permissions: readonly string[]): void {
  if (!mayManage(actor)) return;
  const held = rolesHeldBy(actor);
  const foreign = permissions.map((each) => permissionForm.exec(each)?.[1] ?? '').find((each) => !held.includes(each));
  if (foreign !== undefined)
    throw new Problem('user_unauthorized', `Permissions may only name roles you hold; you do not hold "${foreign}".`);
}
