import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#server/machinery/files/make-folder.ts';
import { renameDurably, syncPath } from '#server/machinery/files/durable.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import type { BackupTarget, Locking } from './backup-target.ts';
import {
  bytesOf,
  makeLockedKey,
  plainCodec,
  unlockKey,
  type Bytes,
  type Codec,
} from '#server/upkeep/backup/format/codec.ts';
import {
  formatVersion,
  headerName,
  keyName,
  manifestPath,
  parseHeader,
  snapshotNumber,
  snapshotsName,
  writeHeader,
} from '#server/upkeep/backup/format/layout.ts';

/** The name of an entry while it is being written. */
const tempName = 'temp';

/**
 * Opens a folder with the bytes of each file once and a dated snapshot of the database for each backup. Creates the
 * folder if it is missing; refuses a folder with anything else in it. Removes incomplete entries of an interrupted
 * backup, but retains the files that it copied.
 */
export async function openFolderTarget(folder: string, locking: Locking): Promise<BackupTarget> {
  const root = path.resolve(folder);
  await makeFolder(root).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupProblem(`${folder} can't be created there; name a folder on a disk`, { cause: error });
    throw error;
  });
  const names = (await readdir(root)).filter((name) => name !== 'lost+found');
  const header = names.includes(headerName) ? parseHeader(await readFile(path.join(root, headerName), 'utf8')) : null;
  const isNew = names.every((name) => name === tempName || name === keyName);
  if (!header && !isNew)
    throw new BackupProblem(`${folder} holds other things; name an empty folder or one made by a backup`);
  if (header && header.version > formatVersion)
    throw new BackupProblem(`${folder} was made by a newer release; back up with that one`);
  const temp = path.join(root, tempName);
  await rm(temp, { recursive: true, force: true });
  await mkdir(temp);
  /**
   * Unique name, so that a machine that continues after this one does not find, or rename, the entry that this one was
   * writing.
   */
  const writer = randomUUID();
  let written = 0;

  async function put(name: string, bytes: Bytes): Promise<void> {
    const target = path.join(root, name);
    const half = path.join(temp, `${writer}-${written++}`);
    try {
      await pipeline(bytes, createWriteStream(half, { flags: 'wx', flush: true, mode: 0o600 }));
      const made = await mkdir(path.dirname(target), { recursive: true });
      await renameDurably(half, target);
      if (made) await syncPath(path.dirname(made));
    } finally {
      await rm(half, { force: true });
    }
  }

  const codec = header ? await openCodec(root, header.encrypted, locking) : await begin();

  async function begin(): Promise<Codec> {
    const { passphrase, workFactor } = locking;
    const made = passphrase === null ? null : await makeLockedKey(passphrase, workFactor);
    if (made) await put(keyName, bytesOf(made.locked));
    else await rm(path.join(root, keyName), { force: true });
    // Written last: without it the folder counts as empty.
    await put(headerName, bytesOf(Buffer.from(writeHeader(made !== null))));
    return made?.codec ?? plainCodec;
  }

  const complete = await listSnapshots(root, codec.isEncrypted);
  for (const name of await snapshotFolders(root))
    if (!complete.includes(name)) await rm(path.join(root, snapshotsName, name), { recursive: true, force: true });

  return {
    codec,
    nextNumber: (snapshotNumber(complete.at(-1) ?? '') ?? 0) + 1,
    async has(name, sizeBytes) {
      const found = await lstat(path.join(root, name)).catch(nullWhenMissing);
      return found !== null && found.isFile() && found.size === sizeBytes;
    },
    put: (name, _sizeBytes, bytes) => put(name, bytes),
    finish: async () => {},
    async close() {
      await rm(temp, { recursive: true, force: true });
    },
  };
}

/** Lists the complete snapshots of a folder, oldest first. */
export async function listSnapshots(root: string, isEncrypted: boolean): Promise<string[]> {
  const complete: string[] = [];
  for (const name of await snapshotFolders(root))
    if (await stat(path.join(root, manifestPath(name, isEncrypted))).catch(nullWhenMissing)) complete.push(name);
  return complete;
}

async function snapshotFolders(root: string): Promise<string[]> {
  const names = (await readdir(path.join(root, snapshotsName)).catch(nullWhenMissing)) ?? [];
  return names.filter((name) => snapshotNumber(name) !== null).sort();
}

async function openCodec(root: string, isEncrypted: boolean, { passphrase }: Locking): Promise<Codec> {
  if (!isEncrypted && passphrase !== null)
    throw new BackupProblem('the backups there are not encrypted; name another folder for encrypted ones');
  if (!isEncrypted) return plainCodec;
  if (passphrase === null) throw new BackupProblem('the backups there are encrypted; give their passphrase');
  return unlockKey(await readFile(path.join(root, keyName)), passphrase);
}
