import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** SQLite error codes of a damaged file. */
const corrupt = 11;
const notADatabase = 26;
/** SQLite's error code for a file that was deleted or replaced. */
const moved = 1032;

/** True if only rebuilding the file helps, because the file itself is the cause of the error. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode);
  return code === moved || (code & 0xff) === corrupt || (code & 0xff) === notADatabase;
}

/** Deletes a file with its journals. */
export function deleteDerivedFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/**
 * Opens the file with `open`, which creates a missing one and returns null for one of another version. A file of
 * another version, or a damaged one, is deleted and rebuilt, and `onRemade` is called with the reason. Throws all other
 * errors.
 */
export function openOrRemake<Opened>(
  file: string,
  open: (file: string) => Opened | null,
  onRemade: (reason: string) => void,
): Opened {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    const opened = open(file);
    if (opened) return opened;
    onRemade('it was written by another version');
  } catch (error) {
    if (!isDamage(error)) throw error;
    onRemade(error instanceof Error ? error.message : String(error));
  }
  deleteDerivedFile(file);
  const made = open(file);
  if (!made) throw new Error(`${file} could not be rebuilt`);
  return made;
}
