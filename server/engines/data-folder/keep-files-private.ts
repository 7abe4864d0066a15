import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

const groupBits = 0o070;
const otherBits = 0o007;

/**
 * Makes all files and folders that this process and its children create from now on private: accessible only to the
 * user of the process, and to the group as far as an existing data folder allows. A web server whose user is in that
 * group can then send files itself (setting X_ACCEL). Called first by the server and by every command, in the main
 * thread.
 */
export function keepFilesPrivate(dataDir?: string): void {
  const before = process.umask(groupBits | otherBits);
  const mode = dataDir === undefined ? 0 : readMode(dataDir);
  process.umask(before | otherBits | (groupBits & ~mode));
}

/**
 * Returns the permissions of a folder; none if it is missing or unreadable, because the start then reports why it can't
 * be used.
 */
function readMode(folder: string): number {
  try {
    return statSync(folder).mode;
  } catch {
    return 0;
  }
}

/** Logs a warning if every user of the machine can enter the data folder, as with libraries from earlier releases. */
export async function warnOfOpenFolder(dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const { mode } = await stat(dataDir);
  // Windows has no such modes.
  if ((mode & otherBits) === 0 || process.platform === 'win32') return;
  const folder = path.resolve(dataDir);
  log.warn(
    { folder, mode: (mode & 0o777).toString(8) },
    `setting DATA_DIR: every user of this machine can read ${folder}, with accounts and unpublished files. Run: chmod o-rwx ${folder}`,
  );
}
