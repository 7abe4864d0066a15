import path from 'node:path';
import { createHash } from 'node:crypto';
import { isIdentifier } from '#domain/identifier.ts';

/** The suffix of a part that is being written. */
export const tempSuffix = '.temp';

/** The paths in the folder of a disk store. Throws for anything but a file identifier or part index. */
export interface DiskPaths {
  root: string;
  partsRoot: string;
  tempRoot: string;
  /** Path of a finished file below `root`, written with `/`. */
  relative(fileId: string): string;
  finished(fileId: string): string;
  partsFolder(fileId: string): string;
  part(fileId: string, index: number): string;
  /** Returns a new name for a finished file while it is being written. */
  temp(fileId: string, unique: string): string;
}

export function createDiskPaths(directory: string): DiskPaths {
  const root = path.resolve(directory);
  const partsRoot = path.join(root, 'parts');
  const tempRoot = path.join(root, 'temp');
  const relative = (fileId: string) => storedPath(check(fileId));
  const partsFolder = (fileId: string) => path.join(partsRoot, check(fileId));
  return {
    root,
    partsRoot,
    tempRoot,
    relative,
    finished: (fileId) => path.join(root, relative(fileId)),
    partsFolder,
    part(fileId, index) {
      if (!Number.isSafeInteger(index) || index < 0) throw new Error(`storage (disk): ${index} is not a part index`);
      return path.join(partsFolder(fileId), String(index));
    },
    temp: (fileId, unique) => path.join(tempRoot, `${check(fileId)}.${unique}`),
  };
}

function check(fileId: string): string {
  if (!isIdentifier(fileId)) throw new Error('storage (disk): a key must be a file identifier');
  return fileId;
}

/**
 * Returns the path of a finished file below the folder of files, written with `/`: 256 folders by a digest of the id.
 */
export function storedPath(fileId: string): string {
  return `${createHash('sha256').update(fileId).digest('hex').slice(0, 2)}/${fileId}`;
}
