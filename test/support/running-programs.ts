import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the ids of the running processes that have all of these texts in their command lines, e.g. a program and its
 * output folder.
 */
export async function findRunning(...onCommandLine: readonly string[]): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, index) => onCommandLine.every((each) => lines[index]?.includes(each)));
}

/** True until the process has ended and its parent has noticed. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** True if the process was stopped by a signal and not resumed since. */
export async function isStopped(id: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  return /^State:\s+T/m.test(status);
}
