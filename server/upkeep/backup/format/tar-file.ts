import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar';
import { BackupProblem } from './backup-problem.ts';

/**
 * Reads and writes tar archives by position, so that interrupted writing can be resumed and entries can be read in
 * any order. Only plain files; headers are encoded by the `tar` package.
 */

const blockBytes = 512;
export const endOfTar = Buffer.alloc(2 * blockBytes);

export type TarEntry = { name: string; sizeBytes: number; start: number };

/** Returns the header block of an entry. */
export function tarHeader(name: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  const header = new Header({
    path: name,
    size: sizeBytes,
    mode: 0o600,
    uid: 0,
    gid: 0,
    mtime: new Date(0),
    type: 'File',
  });
  if (header.encode(block, 0)) throw new Error(`the name ${name} is too long for the archive`);
  return block;
}

/** Returns the zeros that fill the last block of an entry. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
}

/**
 * The position where reading of the headers ended: after the end mark, at the end of the bytes, or at an entry that is
 * not a plain file.
 */
export type TarEnd = 'whole' | 'cut short' | 'damaged';

/** Reads all headers. `next` is the position after the last whole entry. */
export async function indexTar(
  handle: FileHandle,
): Promise<{ entries: TarEntry[]; end: TarEnd; next: number; totalBytes: number }> {
  const { size: totalBytes } = await handle.stat();
  const entries: TarEntry[] = [];
  const block = Buffer.alloc(blockBytes);
  let next = 0;
  const stop = (end: TarEnd) => ({ entries, end, next, totalBytes });
  for (;;) {
    if (next + blockBytes > totalBytes) return stop('cut short');
    await handle.read(block, 0, blockBytes, next);
    if (block.every((byte) => byte === 0)) {
      if (totalBytes < next + endOfTar.length) return stop('cut short');
      if (totalBytes > next + endOfTar.length) return stop('damaged');
      await handle.read(block, 0, blockBytes, next + blockBytes);
      return stop(block.every((byte) => byte === 0) ? 'whole' : 'damaged');
    }
    const header = readHeader(block);
    if (!header) return stop('damaged');
    const { name, sizeBytes } = header;
    const start = next + blockBytes;
    const end = start + sizeBytes + tarPadding(sizeBytes).length;
    if (end > totalBytes) return stop('cut short');
    entries.push({ name, sizeBytes, start });
    next = end;
  }
}

/** Parses a header; null for a block that is not the header of a plain file. */
function readHeader(block: Buffer): { name: string; sizeBytes: number } | null {
  try {
    const header = new Header(block, 0);
    const { path: name = '', size: sizeBytes = -1 } = header;
    return header.cksumValid && header.type === 'File' && sizeBytes >= 0 ? { name, sizeBytes } : null;
  } catch {
    return null;
  }
}

const readBytesAtOnce = 256 * 1024;

/** Yields the bytes of an entry. Throws if the padding after it is not zero. */
export async function* readTarEntry(handle: FileHandle, entry: TarEntry): AsyncGenerator<Uint8Array> {
  const end = entry.start + entry.sizeBytes;
  for (let position = entry.start; position < end;) {
    const wanted = Math.min(readBytesAtOnce, end - position);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, position);
    if (bytesRead === 0) throw new BackupProblem('the backup is damaged: the archive ends in the middle of an entry');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
  const padding = tarPadding(entry.sizeBytes);
  if (padding.length === 0) return;
  const found = Buffer.alloc(padding.length);
  await handle.read(found, 0, found.length, end);
  if (!found.equals(padding)) throw new BackupProblem('the backup is damaged: the archive was changed behind an entry');
}
