import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Returns null if this user may mount a file system; else the reason, for the output of the test. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux has tmpfs';
  if (process.getuid?.() !== 0) return 'only root may mount a file system';
  // In a container root may lack the permission.
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? null : 'this root may not mount a file system';
}

/** Opens a separate file system of this many megabytes, removed after the test. */
export async function openSmallDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-disk-'));
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const filler = path.join(folder, 'of-another-program');
  return {
    path: folder,
    /** Fills the disk like another program. */
    fill() {
      const handle = openSync(filler, 'a');
      try {
        for (const size of [1024 * 1024, 4096, 1]) writeUntilFull(handle, Buffer.alloc(size, 'x'));
      } finally {
        closeSync(handle);
      }
    },
    /** Frees the disk. */
    empty: () => rmSync(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      spawnSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(handle: number, piece: Buffer): void {
  try {
    for (;;) if (writeSync(handle, piece) < piece.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
