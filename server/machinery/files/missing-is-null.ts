import { readdir, stat, unlink } from 'node:fs/promises';

// Facts about files and folders, and removal of a file, where a missing one is not an error.

/** Returns the names in a folder; none if it is missing. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullWhenMissing)) ?? [];
}

export async function sizeOf(file: string): Promise<number | null> {
  return (await stat(file).catch(nullWhenMissing))?.size ?? null;
}

/** Returns milliseconds since 1970. */
export async function modifiedAt(file: string): Promise<number | null> {
  return (await stat(file).catch(nullWhenMissing))?.mtimeMs ?? null;
}

/** Returns null if a file or folder of the path is missing; rethrows every other error. For `catch`. */
export function nullWhenMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
  throw error;
}

/** True for an error of the operating system with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Removes a file if it exists, with one call of the file system; `rm` makes three. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(nullWhenMissing);
}
