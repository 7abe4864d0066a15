import path from 'node:path';
import { readFault, type Fault } from '#server/machinery/faults/read-fault.ts';

/** Thrown if a backup or a restoration failed, with one line that says what to do. */
export class BackupProblem extends Error {}

const advice: Readonly<Record<Fault, (place: string, said: string) => string>> = {
  'disk-full': (place) => `${place} has no room left; make room or choose another place`,
  'disk-failing': (place, said) =>
    `a disk reports errors (${said}) while ${place} is used; read the system log (dmesg), then try again or choose another location`,
  'no-permission': (place, said) => `${place} cannot be written to by this user (${said})`,
  'no-file-handles': (place, said) =>
    `too many files are open (${said}) while ${place} is used; raise the limit (ulimit -n, LimitNOFILE= of systemd) and try again`,
  'writing-held-up': () => 'the database is locked by another program; try again when that has ended',
  'store-failing': (_place, said) =>
    `the store of files failed (${said}); try again when it works. Files that were copied are not copied again`,
  'store-full': (_place, said) =>
    `the store of files refuses to store more (${said}); free up space in it or enlarge its quota, then try again. Files that were copied are not copied again`,
  'database-failing': (_place, said) => `the PostgreSQL server failed (${said}); try again when it works`,
  'database-damaged': (_place, said) =>
    `the database is damaged (${said}); stop the server and check it with npm run check-library. Earlier backups were not removed`,
};

/** Converts a machine fault to a problem that says what to do; returns any other error unchanged. */
export function explain(error: unknown, place: string): unknown {
  if (error instanceof BackupProblem) return error;
  const fault = readFault(error);
  if (fault === null || !(error instanceof Error)) return error;
  const other = fault === 'no-permission' ? findOtherPath(error, place) : null;
  const code = 'code' in error && typeof error.code === 'string' && !('errcode' in error) ? error.code : error.message;
  if (other !== null)
    return new BackupProblem(`${other} cannot be opened by this user (${code}); check its owner`, { cause: error });
  return new BackupProblem(advice[fault](place, code), { cause: error });
}

/**
 * Returns the path that failed if it is not within the target, for example in the restored backup or the library
 * itself.
 */
function findOtherPath(error: Error, place: string): string | null {
  if (!('path' in error) || typeof error.path !== 'string') return null;
  const failed = path.resolve(error.path);
  const written = path.resolve(place);
  // Archives and restorations are written next to their target, as `NAME.…`.
  const isWritten = failed === written || [path.sep, '.'].some((next) => failed.startsWith(`${written}${next}`));
  return isWritten || written.startsWith(`${failed}${path.sep}`) ? null : failed;
}

/** Returns null if the file is missing; rethrows every other error. For `catch`. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
