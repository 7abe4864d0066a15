import { makeIdentifier } from '#domain/identifier.ts';

/** What Appwrite's SDKs send as an id (`ID.unique()`) to have one generated. */
export const uniqueId = 'unique()';

/** The id of something new: the one that was sent, or a generated one. */
export function resolveNewId(sent: string): string {
  return sent === uniqueId ? makeIdentifier() : sent;
}
