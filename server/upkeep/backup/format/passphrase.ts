import { readFile } from 'node:fs/promises';
import { whyUnreadable } from '#server/library/site-content/find-folder-fault.ts';
import { BackupProblem } from './backup-problem.ts';

/** A shorter passphrase can be guessed in spite of the cost of each attempt. */
const minCharacters = 10;

/** Returns the passphrase from a file (its first line) or the settings, or null. Throws BackupProblem. */
export async function findPassphrase(from: { file: string | null; passphrase: string | null }): Promise<string | null> {
  const { file } = from;
  if (file === null) return from.passphrase;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupProblem(`the passphrase file ${file} cannot be read${whyUnreadable(error)}`, { cause: error });
  });
  const passphrase = text.split(/\r?\n/, 1)[0] ?? '';
  if (passphrase === '') throw new BackupProblem(`the passphrase file ${file} is empty`);
  return passphrase;
}

/** Throws if a passphrase is too short for a new backup. */
export function requireStrong(passphrase: string | null): void {
  if (passphrase !== null && [...passphrase].length < minCharacters)
    throw new BackupProblem(`the passphrase must have at least ${minCharacters} characters`);
}
