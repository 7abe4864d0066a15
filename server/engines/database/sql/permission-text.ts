import { publicPermissions } from '#contract/permissions.ts';

/** Permissions in a column: a JSON list of the contract's texts. Nearly all are public, which needs no parsing. */
const publicText = JSON.stringify(publicPermissions);

export function writePermissions(permissions: readonly string[]): string {
  return JSON.stringify(permissions);
}

export function readPermissions(text: string): readonly string[] {
  return text === publicText ? publicPermissions : (JSON.parse(text) as string[]);
}
