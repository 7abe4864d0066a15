/** Why a backup or a restoration cannot be done, in one line that says what to do. */
export class BackupProblem extends Error {}

/** What the system says in words an operator understands; anything else as it is. */
export function explain(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupProblem(`${place} has no room left; make room or choose another place`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupProblem(`${place} cannot be written to by this user (${code})`, { cause: error });
  return error;
}
