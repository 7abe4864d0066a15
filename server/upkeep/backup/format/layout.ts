import { z } from 'zod';

/**
 * The names in a backup, the same in a folder and in an archive:
 *
 *     examshelf-backup.json                    the format and its version
 *     identity.age                             the key, encrypted with the passphrase (encrypted backups only)
 *     files/{2}/{64 hex digits}                the bytes of the library's files, each once
 *     snapshots/{n}-{moment}/database.sqlite.gz   the database as of one moment
 *     snapshots/{n}-{moment}/manifest.ndjson      its contents, with digests; written last
 *
 * Names in an encrypted backup are keyed and its snapshots end in `.age`.
 */
export const headerName = 'examshelf-backup.json';
export const keyName = 'identity.age';
export const snapshotsName = 'snapshots';

export const formatVersion = 1;

const header = z.object({ format: z.literal('examshelf-backup'), version: z.number().int(), encrypted: z.boolean() });
export type BackupHeader = z.infer<typeof header>;

export function writeHeader(isEncrypted: boolean): string {
  return `${JSON.stringify({ format: 'examshelf-backup', version: formatVersion, encrypted: isEncrypted })}\n`;
}

/** Parses a header; null for text that is not one. */
export function parseHeader(text: string): BackupHeader | null {
  try {
    return header.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const contentPath = (name: string) => `files/${name.slice(0, 2)}/${name}`;
export const databasePath = (snapshot: string, isEncrypted: boolean) =>
  `${snapshotsName}/${snapshot}/database.sqlite.gz${isEncrypted ? '.age' : ''}`;
export const manifestPath = (snapshot: string, isEncrypted: boolean) =>
  `${snapshotsName}/${snapshot}/manifest.ndjson${isEncrypted ? '.age' : ''}`;

const snapshotPattern = /^(\d{6})-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/**
 * Returns the name of a snapshot. Snapshots are ordered by their number, because a wrong clock must not make an old one
 * the newest.
 */
export function snapshotName(number: number, takenAt: number): string {
  const moment = new Date(takenAt).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${String(number).padStart(6, '0')}-${moment}Z`;
}

/** Returns the number in a snapshot's name; null for any other name. */
export function snapshotNumber(name: string): number | null {
  const found = snapshotPattern.exec(name)?.[1];
  return found === undefined ? null : Number(found);
}

/** True if an entry of an archive may have this name; entries with other names are never read. */
export function isKnownName(name: string): boolean {
  if (name === headerName || name === keyName) return true;
  if (/^files\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(name)) return true;
  const [folder, snapshot = '', file = '', ...rest] = name.split('/');
  return (
    folder === snapshotsName &&
    rest.length === 0 &&
    snapshotNumber(snapshot) !== null &&
    /^(?:database\.sqlite\.gz|manifest\.ndjson)(?:\.age)?$/.test(file)
  );
}
