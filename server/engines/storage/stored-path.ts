import { createHash } from 'node:crypto';

/**
 * Returns the path of a finished file below the folder of files, written with `/`: 256 folders by a digest of the id.
 */
export function storedPath(fileId: string): string {
  return `${createHash('sha256').update(fileId).digest('hex').slice(0, 2)}/${fileId}`;
}
