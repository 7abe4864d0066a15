import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isIdentifier } from '#domain/identifier.ts';
import type { RemovedFile } from '#server/database/database.ts';
import { storedPath } from '#server/storage/stored-path.ts';

/** The contents of the folder of files, by kind. */
export type FoundBytes = {
  /** Ids of finished files. */
  stored: string[];
  /** Ids that have parts of an upload. */
  parts: string[];
  /** Paths of unfinished files. */
  halfMade: string[];
  /** Paths of unknown files. */
  foreign: string[];
};

/** Lists the folder of files without reading any. Missing folders count as empty. */
export async function findBytes(root: string): Promise<FoundBytes> {
  const found: FoundBytes = { stored: [], parts: [], halfMade: [], foreign: [] };
  for (const name of await namesIn(root)) {
    const folder = path.join(root, name);
    if (name === 'temp') {
      found.halfMade.push(...(await namesIn(folder)).map((each) => path.join(name, each)));
    } else if (name === 'parts') {
      for (const fileId of await namesIn(folder)) {
        const parts = await namesIn(path.join(folder, fileId));
        const temps = parts.filter((part) => part.endsWith('.temp'));
        found.halfMade.push(...temps.map((part) => path.join(name, fileId, part)));
        if (isIdentifier(fileId)) found.parts.push(fileId);
        else found.foreign.push(path.join(name, fileId));
      }
    } else if (/^[0-9a-f]{2}$/.test(name)) {
      for (const fileId of await namesIn(folder)) {
        if (isIdentifier(fileId) && storedPath(fileId) === `${name}/${fileId}`) found.stored.push(fileId);
        else found.foreign.push(path.join(name, fileId));
      }
    } else {
      found.foreign.push(name);
    }
  }
  return found;
}

/** Reads a stored file completely. Null when it is as recorded, else what is wrong. */
export async function findFault(root: string, file: RemovedFile): Promise<'missing' | 'changed' | 'unreadable' | null> {
  const stored = path.join(root, storedPath(file.id));
  try {
    if ((await stat(stored)).size !== file.sizeBytes) return 'changed';
    const hash = createHash('sha256');
    for await (const piece of createReadStream(stored, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer);
    return hash.digest('hex') === file.sha256 ? null : 'changed';
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? 'missing' : 'unreadable';
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
