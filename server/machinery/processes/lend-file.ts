import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts a file where a process may read it: as a hard link, which costs nothing, at the first of the locations whose file
 * system allows one. Otherwise it is copied to the last location. Returns the path of the file; null if a copy would have
 * more than `maxCopiedBytes`.
 */
export async function lendFile(
  input: string,
  locations: readonly string[],
  maxCopiedBytes: number,
): Promise<string | null> {
  let last = '';
  for (const location of locations) {
    last = location;
    const isLinked = await mkdir(path.dirname(location), { recursive: true })
      .then(() => link(input, location))
      .then(yes, no);
    if (isLinked) return location;
  }
  if ((await stat(input)).size > maxCopiedBytes) return null;
  await copyFile(input, last);
  return last;
}

const yes = () => true;
const no = () => false;
