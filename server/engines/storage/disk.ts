import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createDiskAside } from './disk-aside.ts';
import { createDiskFiles } from './disk-files.ts';
import { createDiskParts } from './disk-parts.ts';
import { createDiskPaths, tempSuffix, type DiskPaths } from './disk-paths.ts';
import { namesIn } from '#server/machinery/files/missing-is-null.ts';
import { createOpenFiles } from './open-files.ts';
import type { Storage } from './storage.ts';

/**
 * Stores the bytes in a folder, which is created if it is missing:
 *
 * {2 hex digits}/{fileId}    finished files, spread over 256 folders by a digest of the id parts/{fileId}/{index}
 * parts of files that are still being uploaded temp/                      finished files being made
 *
 * and next to it, in `{directory}-aside`, bytes without a record (files-aside.ts). No other process may write here at
 * the same time (data-folder/lock-data-folder.ts): incomplete files that this process is not writing were left by a
 * killed process.
 *
 * Every file is written under another name, synced and renamed, and then its folder is synced: after a power cut, a
 * file exists completely or not at all.
 */
export async function openDisk({ directory }: { directory: string }): Promise<Storage> {
  const paths = createDiskPaths(directory);
  await mkdir(paths.partsRoot, { recursive: true });
  await mkdir(paths.tempRoot, { recursive: true });
  const openFiles = createOpenFiles();
  const beingWritten = new Set<string>();

  async function ping(): Promise<void> {
    const probe = path.join(paths.tempRoot, `ping.${randomUUID()}`);
    beingWritten.add(probe);
    const handle = await open(probe, 'wx');
    await handle.close();
    await unlink(probe);
    beingWritten.delete(probe);
  }

  return {
    ...createDiskParts({ paths, openFiles, beingWritten }),
    ...createDiskFiles(paths, openFiles),
    ...createDiskAside(paths, openFiles),

    async tidy() {
      const leftBehind = (await listHalfMade(paths)).filter((file) => !beingWritten.has(file));
      for (const file of leftBehind) await rm(file, { recursive: true, force: true });
      return leftBehind.length;
    },

    derived: null,

    ping,
    // server/machinery/faults/disk-room.ts monitors the free space of a disk.
    tryRoom: ping,

    close: () => openFiles.close(),
  };
}

async function listHalfMade({ partsRoot, tempRoot }: DiskPaths): Promise<string[]> {
  const found = (await namesIn(tempRoot)).map((name) => path.join(tempRoot, name));
  for (const fileId of await namesIn(partsRoot)) {
    for (const name of await namesIn(path.join(partsRoot, fileId)))
      if (name.endsWith(tempSuffix)) found.push(path.join(partsRoot, fileId, name));
  }
  return found;
}
