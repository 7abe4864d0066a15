import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isIdentifier } from '#domain/identifier.ts';
import { syncPath } from './durable.ts';
import { createFilesAside } from './files-aside.ts';
import { createOpenFiles } from './open-files.ts';
import { DamagedFile, type Storage } from './storage.ts';
import { storedPath } from './stored-path.ts';

/** One read from the disk. Larger gains nothing, smaller costs throughput (64 KB: half). */
const readBytesAtOnce = 256 * 1024;
const joinBytesAtOnce = 1024 * 1024;
const tempSuffix = '.temp';

/**
 * Keeps the bytes in a folder of its own, which is made when missing:
 *
 *     {2 hex digits}/{fileId}    finished files, spread over 256 folders by a digest of the id
 *     parts/{fileId}/{index}     parts of files still arriving
 *     temp/                      finished files being made
 *
 * and beside it, in `{directory}-aside`, what no record knows (files-aside.ts). No other process may write here at the
 * same time (data-folder/lock-data-folder.ts): half-made files that are not ours are what a killed process left.
 *
 * Everything is written under another name, synced, renamed, and its folder synced: after a power cut a file is there
 * whole or not at all.
 */
export async function openDisk({ directory }: { directory: string }): Promise<Storage> {
  const root = path.resolve(directory);
  const partsRoot = path.join(root, 'parts');
  const tempRoot = path.join(root, 'temp');
  await mkdir(partsRoot, { recursive: true });
  await mkdir(tempRoot, { recursive: true });
  const openFiles = createOpenFiles();
  const aside = createFilesAside({ directory: `${root}-aside` });
  /** Half-made files that are being written right now. */
  const inTheMaking = new Set<string>();

  const relativePath = (fileId: string) => storedPath(check(fileId));
  const finishedPath = (fileId: string) => path.join(root, relativePath(fileId));
  const partsFolder = (fileId: string) => path.join(partsRoot, check(fileId));
  const partPath = (fileId: string, index: number) => {
    if (!Number.isSafeInteger(index) || index < 0) throw new Error(`storage (disk): ${index} is not a part index`);
    return path.join(partsFolder(fileId), String(index));
  };

  return {
    async putPart(fileId, index, bytes) {
      const target = partPath(fileId, index);
      // Until the pipeline below listens, a stream that breaks would end the process; the pipeline sees it broken.
      bytes.on('error', () => undefined);
      const held = await sizeOf(target);
      if (held !== null) return held;
      const folder = partsFolder(fileId);
      const made = await mkdir(folder, { recursive: true });
      const temp = `${target}.${randomUUID()}${tempSuffix}`;
      inTheMaking.add(temp);
      try {
        await pipeline(bytes, createWriteStream(temp, { flags: 'wx', flush: true }));
        await claim(temp, target);
      } finally {
        await rm(temp, { force: true });
        inTheMaking.delete(temp);
      }
      await syncPath(folder);
      if (made) await syncPath(partsRoot);
      return (await stat(target)).size;
    },

    async readHead(fileId, length) {
      const head: Buffer[] = [];
      await openFiles.pour(partPath(fileId, 0), 0, length - 1, async (piece) => void head.push(Buffer.from(piece)));
      return Buffer.concat(head);
    },

    async joinParts(fileId, count) {
      const parts = Array.from({ length: count }, (_, index) => partPath(fileId, index));
      for (const part of parts) if ((await sizeOf(part)) === null) return null;
      const target = finishedPath(fileId);
      const temp = path.join(tempRoot, `${check(fileId)}.${randomUUID()}`);
      inTheMaking.add(temp);
      try {
        const joined = parts.length === 1 ? await adopt(parts[0] ?? '', temp) : await join(parts, temp);
        const made = await mkdir(path.dirname(target), { recursive: true });
        await rename(temp, target);
        // Whoever read an earlier file of this id holds a handle to that one.
        openFiles.forget(target);
        await syncPath(path.dirname(target));
        if (made) await syncPath(root);
        return joined;
      } finally {
        // Renaming a file onto another name of itself leaves both names, so look again even after success.
        await rm(temp, { force: true });
        inTheMaking.delete(temp);
      }
    },

    async removeParts(fileId) {
      openFiles.forget(partPath(fileId, 0));
      await rm(partsFolder(fileId), { recursive: true, force: true, maxRetries: 3 });
    },

    async *listParts() {
      for (const fileId of await namesIn(partsRoot)) {
        const found = isIdentifier(fileId) ? await modifiedAt(path.join(partsRoot, fileId)) : null;
        if (found !== null) yield { fileId, modifiedAt: found };
      }
    },

    async find(fileId) {
      const sizeBytes = await sizeOf(finishedPath(fileId));
      return sizeBytes === null ? null : { sizeBytes };
    },

    async read(fileId, range) {
      const handle = await open(finishedPath(fileId), 'r').catch(nullWhenMissing);
      return handle && handle.createReadStream({ ...range, highWaterMark: readBytesAtOnce });
    },

    async pour(fileId, range, take, wholeBytes) {
      const checkSize = (found: number) => {
        if (wholeBytes !== undefined && found !== wholeBytes)
          throw new DamagedFile(fileId, { expected: wholeBytes, found });
      };
      return openFiles.pour(finishedPath(fileId), range.start, range.end, take, checkSize);
    },

    async withLocalFile(fileId, work) {
      const found = finishedPath(fileId);
      return (await sizeOf(found)) === null ? null : work(found);
    },

    relativePath,

    async remove(fileId) {
      const target = finishedPath(fileId);
      const isGone = await unlink(target).then(() => true, nullWhenMissing);
      openFiles.forget(target);
      if (isGone) await syncPath(path.dirname(target));
    },

    async *list() {
      for (const folder of await namesIn(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const fileId of await namesIn(path.join(root, folder))) {
          const found = isIdentifier(fileId) ? await modifiedAt(path.join(root, folder, fileId)) : null;
          if (found !== null) yield { fileId, modifiedAt: found };
        }
      }
    },

    async setAside(fileId, kind) {
      const source = kind === 'bytes' ? finishedPath(fileId) : partsFolder(fileId);
      if ((await sizeOf(source)) === null) return null;
      const place = await aside.take(fileId, kind, source);
      openFiles.forget(kind === 'bytes' ? source : partPath(fileId, 0));
      return place;
    },

    async *listAside() {
      for await (const { fileId } of aside.list()) if (isIdentifier(fileId)) yield fileId;
    },

    async bringBack({ id, sizeBytes, sha256 }) {
      const target = finishedPath(id);
      for await (const found of aside.list()) {
        if (found.fileId !== id || found.sizeBytes !== sizeBytes) continue;
        if ((await readThrough([found.place], async () => {})).sha256 !== sha256) continue;
        await mkdir(path.dirname(target), { recursive: true });
        await aside.giveBack(found.place, target);
        return true;
      }
      return false;
    },

    ageAside: (passedMs, keptMs) => aside.age(passedMs, keptMs),

    async tidy() {
      const found = (await namesIn(tempRoot)).map((name) => path.join(tempRoot, name));
      for (const fileId of await namesIn(partsRoot)) {
        for (const name of await namesIn(path.join(partsRoot, fileId)))
          if (name.endsWith(tempSuffix)) found.push(path.join(partsRoot, fileId, name));
      }
      const leftBehind = found.filter((file) => !inTheMaking.has(file));
      for (const file of leftBehind) await rm(file, { recursive: true, force: true });
      return leftBehind.length;
    },

    async ping() {
      const probe = path.join(tempRoot, `ping.${randomUUID()}`);
      inTheMaking.add(probe);
      const handle = await open(probe, 'wx');
      await handle.close();
      await unlink(probe);
      inTheMaking.delete(probe);
    },

    close: () => openFiles.close(),
  };
}

function check(fileId: string): string {
  if (!isIdentifier(fileId)) throw new Error('storage (disk): a key must be a file identifier');
  return fileId;
}

/** Gives `temp` its final name unless somebody else was first. */
async function claim(temp: string, target: string): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error;
    // A file system without hard links: the last one in wins, which holds the same bytes.
    await rename(temp, target);
  }
}

/** A file of one part needs no copy: it becomes a second name of the part. */
async function adopt(part: string, temp: string): Promise<{ sizeBytes: number; sha256: string }> {
  await link(part, temp).catch(async (error: unknown) => {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error;
    await copyFile(part, temp);
    await syncPath(temp);
  });
  return readThrough([temp], async () => {});
}

async function join(parts: string[], temp: string): Promise<{ sizeBytes: number; sha256: string }> {
  await using output = await open(temp, 'wx');
  const joined = await readThrough(parts, async (bytes) => {
    for (let offset = 0; offset < bytes.length;) {
      offset += (await output.write(bytes, offset)).bytesWritten;
    }
  });
  await output.sync();
  return joined;
}

/** Reads files one after the other through one buffer, so that memory does not grow with their size. */
async function readThrough(
  paths: string[],
  take: (bytes: Buffer) => Promise<void>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(joinBytesAtOnce);
  let sizeBytes = 0;
  for (const source of paths) {
    await using input = await open(source, 'r');
    for (;;) {
      const { bytesRead } = await input.read(buffer);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      hash.update(bytes);
      await take(bytes);
      sizeBytes += bytesRead;
    }
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullWhenMissing)) ?? [];
}

async function sizeOf(file: string): Promise<number | null> {
  return (await stat(file).catch(nullWhenMissing))?.size ?? null;
}

async function modifiedAt(file: string): Promise<number | null> {
  return (await stat(file).catch(nullWhenMissing))?.mtimeMs ?? null;
}

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
