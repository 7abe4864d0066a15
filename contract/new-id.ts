import { makeIdentifier } from '#domain/identifier.ts';

/** The id that Appwrite's SDKs send (`ID.unique()`) to have the server generate one. */
export const uniqueId = 'unique()';

/** Returns the id of a new object: the one that was sent, or a generated one. */
export function resolveNewId(sent: string): string {
  return sent === uniqueId ? makeIdentifier() : sent;
}
