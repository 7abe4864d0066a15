import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Storage } from '#server/storage/storage.ts';
import type { Journal } from './journal.ts';
import { MoveProblem } from './place.ts';

export type MovedFile = { id: string; name: string; sha256: string; sizeBytes: number };

export type FileCounts = {
  /** Files that were looked at, and their bytes. */
  files: number;
  bytes: number;
  copied: number;
  copiedBytes: number;
  /** The old place has lost their bytes, or holds others than the record says. */
  missing: { id: string; name: string }[];
};

/** A file is sent in pieces of this size: a cut line costs one of them. At least what a store joins by itself (5 MiB). */
const pieceBytes = 64 * 1024 * 1024;

/** As many are on their way at once: small files wait for the answers of a store, not for the line. */
const atOnce = 8;

/**
 * Copies the bytes of finished files that are not there yet and right, and verifies each by its SHA-256 as it lies in the
 * new place. What the journal has is only looked for. `see` is called after each file. Stops when `signal` aborts.
 */
export async function copyFiles(parts: {
  files: AsyncIterable<MovedFile>;
  from: Storage;
  to: Storage;
  journal: Journal;
  see: (counts: FileCounts) => void;
  signal: AbortSignal;
}): Promise<FileCounts> {
  const { files, from, to, journal, see, signal } = parts;
  const counts: FileCounts = { files: 0, bytes: 0, copied: 0, copiedBytes: 0, missing: [] };

  async function bring(file: MovedFile): Promise<void> {
    signal.throwIfAborted();
    const outcome = await bringFile(file, { from, to, journal, signal });
    counts.files += 1;
    counts.bytes += file.sizeBytes;
    if (outcome === 'copied') {
      counts.copied += 1;
      counts.copiedBytes += file.sizeBytes;
    }
    if (outcome === 'missing') counts.missing.push({ id: file.id, name: file.name });
    see(counts);
  }

  await forEachAtOnce(files, bring);
  return counts;
}

async function bringFile(
  file: MovedFile,
  parts: { from: Storage; to: Storage; journal: Journal; signal: AbortSignal },
): Promise<'there' | 'copied' | 'missing'> {
  const { from, to, journal } = parts;
  const there = await to.find(file.id);
  if (there) {
    const isRight =
      there.sizeBytes === file.sizeBytes && (journal.has(file) || (await digestOf(to, file.id)) === file.sha256);
    if (isRight) {
      journal.note(file);
      return 'there';
    }
    await to.remove(file.id);
  }
  if ((await from.find(file.id))?.sizeBytes !== file.sizeBytes) return 'missing';
  const joined = await copyBytes(file, parts);
  if (joined?.sha256 === file.sha256) {
    journal.note(file);
    return 'copied';
  }
  await to.remove(file.id);
  // Either the old place holds other bytes, or they were changed on the way.
  if ((await digestOf(from, file.id)) !== file.sha256) return 'missing';
  throw new MoveProblem(
    `the new place returned other bytes of the file ${file.id} than it was given; look at its disks, then run the same command again`,
  );
}

async function copyBytes(file: MovedFile, { from, to, signal }: { from: Storage; to: Storage; signal: AbortSignal }) {
  const pieces = Math.max(1, Math.ceil(file.sizeBytes / pieceBytes));
  // Pieces of a move that was interrupted stay: each is there whole or not at all.
  for (let index = 0; index < pieces; index += 1) {
    signal.throwIfAborted();
    const start = index * pieceBytes;
    const end = Math.min(file.sizeBytes, start + pieceBytes) - 1;
    const bytes = file.sizeBytes === 0 ? Readable.from([]) : await from.read(file.id, { start, end });
    if (!bytes) break;
    await putPart(to, { fileId: file.id, index }, bytes);
  }
  const joined = await to.joinParts(file.id, pieces);
  await to.removeParts(file.id);
  return joined;
}

async function digestOf(storage: Storage, id: string): Promise<string | null> {
  const bytes = await storage.read(id);
  if (!bytes) return null;
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Rejects with the first failure, once what runs has ended. */
async function forEachAtOnce<Item>(items: AsyncIterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= atOnce) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** Copies the parts of uploads that have not ended, so that browsers go on with them. Returns how many parts there are. */
export async function copyParts(
  parts: AsyncIterable<{ fileId: string; index: number }>,
  { from, to, signal }: { from: Storage; to: Storage; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  for await (const { fileId, index } of parts) {
    signal.throwIfAborted();
    const bytes = await from.readPart(fileId, index);
    if (bytes) await putPart(to, { fileId, index }, bytes);
    count += 1;
  }
  return count;
}

/** A part that is held already leaves the stream unread. */
async function putPart(
  to: Storage,
  { fileId, index }: { fileId: string; index: number },
  bytes: Readable,
): Promise<void> {
  try {
    await to.putPart(fileId, index, bytes);
  } finally {
    bytes.destroy();
  }
}
