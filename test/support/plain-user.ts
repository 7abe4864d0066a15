import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type PlainUser = { uid: number; gid: number };

const execute = promisify(execFile);

/**
 * Returns the user for programs that refuse to run as root: that of Debian's PostgreSQL package, else the user without
 * rights that every system has. Null if the tests do not run as root.
 */
export async function findPlainUser(): Promise<PlainUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const found = await Promise.all(['-u', '-g'].map((what) => execute('id', [what, name]))).catch(() => null);
    const [uid, gid] = found?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user');
}

/** Returns the command that runs a program as this user. The program ends together with the process that starts it. */
export function runAs(user: PlainUser | null, command: string, args: string[]): [string, string[]] {
  if (!user) return [command, args];
  const { uid, gid } = user;
  return ['setpriv', [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=KILL', command, ...args]];
}
