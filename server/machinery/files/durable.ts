import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Makes the bytes of a file, or the names in a folder, survive a power cut. */
export async function syncPath(name: string): Promise<void> {
  await using handle = await open(name, 'r');
  await handle.sync().catch((error: unknown) => {
    // Some network file systems can't sync a folder and write names through immediately.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EISDIR') throw error;
  });
}

/** Renames a file that is already synced, and resolves when the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncPath(path.dirname(to));
}
