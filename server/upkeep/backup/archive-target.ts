import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
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
import { contentPath, headerName, keyName, parseHeader, writeHeader } from '#server/upkeep/backup/format/layout.ts';
import {
  endOfTar,
  indexTar,
  readTarEntry,
  tarHeader,
  tarPadding,
  type TarEntry,
} from '#server/upkeep/backup/format/tar-file.ts';

/**
 * Opens one tar archive. It is written as `{file}.partial` and renamed when it is complete. Resumes an interrupted
 * archive: reads its entries again, and continues after the last complete one. Overwrites one that has another
 * passphrase or is not a backup.
 */
export async function openArchiveTarget(file: string, locking: Locking): Promise<BackupTarget> {
  const target = path.resolve(file);
  if (await stat(target).catch(nullWhenMissing))
    throw new BackupProblem(`${file} exists already; name a file that does not exist`);
  const partial = `${target}.partial`;
  const handle = await openPartial(partial, file);
  const held = new Map<string, number>();
  let position = 0;

  async function put(name: string, sizeBytes: number, bytes: Bytes): Promise<void> {
    const start = position;
    try {
      let at = await write(handle, tarHeader(name, sizeBytes), start);
      const end = at + sizeBytes;
      for await (const piece of bytes) at = await write(handle, piece, at);
      if (at !== end) throw new Error(`${name} has ${at - end + sizeBytes} bytes instead of ${sizeBytes}`);
      position = await write(handle, tarPadding(sizeBytes), at);
      held.set(name, sizeBytes);
    } catch (error) {
      await handle.truncate(start);
      throw error;
    }
  }

  async function begin(): Promise<Codec> {
    await handle.truncate(0);
    const { passphrase, workFactor } = locking;
    const made = passphrase === null ? null : await makeLockedKey(passphrase, workFactor);
    const header = Buffer.from(writeHeader(made !== null));
    await put(headerName, header.length, bytesOf(header));
    if (made) await put(keyName, made.locked.length, bytesOf(made.locked));
    return made?.codec ?? plainCodec;
  }

  try {
    const resumed = await resume(handle, locking);
    for (const { name, sizeBytes } of resumed?.entries ?? []) held.set(name, sizeBytes);
    position = resumed?.next ?? 0;
    if (resumed) await handle.truncate(position);
    const codec = resumed?.codec ?? (await begin());
    let isFinished = false;
    return {
      codec,
      nextNumber: 1,
      has: async (name, sizeBytes) => held.get(name) === sizeBytes,
      put,
      async finish() {
        await write(handle, endOfTar, position);
        await handle.sync();
        isFinished = true;
        await renameDurably(partial, target);
      },
      async close(options) {
        await handle.close();
        if (options?.drop && !isFinished) {
          await rm(partial, { force: true });
          await syncPath(path.dirname(partial));
        }
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens the unfinished archive for writing by position, and creates it if it is missing. */
async function openPartial(partial: string, file: string): Promise<FileHandle> {
  try {
    return await open(partial, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupProblem(`the folder of ${file} does not exist; is its disk mounted?`, { cause: error });
    throw error;
  }
}

/** Returns the complete entries of an interrupted archive, or null if it has to be restarted. */
async function resume(
  handle: FileHandle,
  { passphrase }: Locking,
): Promise<{ codec: Codec; entries: TarEntry[]; next: number } | null> {
  const { entries } = await indexTar(handle);
  const [first, second] = entries;
  if (first?.name !== headerName) return null;
  const header = parseHeader((await readAll(readTarEntry(handle, first))).toString());
  if (!header || header.encrypted !== (passphrase !== null)) return null;
  const kept = [first];
  let codec = plainCodec;
  if (passphrase !== null) {
    if (second?.name !== keyName) return null;
    const unlocked = await unlockKey(await readAll(readTarEntry(handle, second)), passphrase).catch(() => null);
    if (!unlocked) return null;
    codec = unlocked;
    kept.push(second);
  }
  // After a power cut a file may have the right length and wrong bytes, so they are read.
  for (const entry of entries.slice(kept.length)) {
    if (!(await isWhole(handle, entry, codec))) break;
    kept.push(entry);
  }
  const last = kept.at(-1) ?? first;
  return { codec, entries: kept, next: last.start + last.sizeBytes + tarPadding(last.sizeBytes).length };
}

async function isWhole(handle: FileHandle, entry: TarEntry, codec: Codec): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of codec.open(readTarEntry(handle, entry))) hash.update(piece);
  } catch {
    return false;
  }
  return entry.name === contentPath(codec.contentName(hash.digest('hex')));
}

async function write(handle: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let offset = 0; offset < bytes.length;)
    offset += (await handle.write(bytes, offset, bytes.length - offset, position + offset)).bytesWritten;
  return position + bytes.length;
}

async function readAll(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
