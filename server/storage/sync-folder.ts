import { open } from 'node:fs/promises';

/** Makes names given in a folder (or a file's bytes) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
