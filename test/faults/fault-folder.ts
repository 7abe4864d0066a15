import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/**
 * Returns the folder for the libraries of fault tests: in memory where possible, because every write is synced and no
 * test depends on what survives a power cut.
 */
export async function findMemory(): Promise<string> {
  const memory = '/dev/shm';
  const hasRoom = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize > 48 * 1024 * 1024,
    () => false,
  );
  return hasRoom ? memory : tmpdir();
}
