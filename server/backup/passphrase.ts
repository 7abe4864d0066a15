import { readFile } from 'node:fs/promises';
import { BackupProblem } from './backup-problem.ts';

/** Short of this a passphrase is guessed, whatever each try costs. */
const minCharacters = 10;

/** The passphrase of a file (its first line) or of the settings, or null for none. Throws BackupProblem. */
export async function findPassphrase(from: { file: string | null; passphrase: string | null }): Promise<string | null> {
  const { file } = from;
  if (file === null) return from.passphrase;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupProblem(`the passphrase file ${file} cannot be read`, { cause: error });
  });
  const passphrase = text.split(/\r?\n/, 1)[0] ?? '';
  if (passphrase === '') throw new BackupProblem(`the passphrase file ${file} is empty`);
  return passphrase;
}

/** For making a backup; one that was made is opened with whatever it was made with. */
export function requireStrong(passphrase: string | null): void {
  if (passphrase !== null && [...passphrase].length < minCharacters)
    throw new BackupProblem(`the passphrase must have at least ${minCharacters} characters`);
}
