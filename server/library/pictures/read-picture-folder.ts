import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDigest } from '#server/machinery/files/digest.ts';

/** A cached picture on the disk; `touchedAt` is the time of its last use, in ms since 1970. */
export type FoundPicture = { file: string; sha256: string; sizeBytes: number; touchedAt: number };

/**
 * Lists the pictures below a folder, the least recently used first. Makes the scratch folder, empties it, and deletes
 * everything that is not a picture.
 */
export async function readPictureFolder(root: string, scratchName: string): Promise<FoundPicture[]> {
  const scratch = path.join(root, scratchName);
  await mkdir(scratch, { recursive: true });
  // The folder itself stays: on a full disk there may be no room for a new one.
  for (const name of await readdir(scratch)) await rm(path.join(scratch, name), { recursive: true, force: true });
  const found: FoundPicture[] = [];
  for (const sha256 of await readdir(root)) {
    if (sha256 === scratchName) continue;
    if (!isDigest(sha256)) {
      await rm(path.join(root, sha256), { recursive: true, force: true });
      continue;
    }
    for (const name of await readdir(path.join(root, sha256))) {
      const file = path.join(root, sha256, name);
      const { size, mtimeMs } = await stat(file);
      // Empty after a power cut: pictures are not synced, they can be made again.
      if (size === 0) await rm(file, { force: true });
      else found.push({ file, sha256, sizeBytes: size, touchedAt: mtimeMs });
    }
  }
  return found.sort((one, other) => one.touchedAt - other.touchedAt);
}
