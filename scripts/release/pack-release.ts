import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';

/**
 * Packs a folder as `FOLDER.tar.gz`, and writes its SHA-256 to `FOLDER.tar.gz.sha256`, which `sha256sum --check` reads. Returns
 * the name of the archive.
 */
export async function packRelease(folder: string): Promise<string> {
  const archive = `${folder}.tar.gz`;
  // Portable: without the user who made it.
  await create({ file: archive, gzip: true, portable: true, cwd: path.dirname(folder) }, [path.basename(folder)]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  await writeFile(`${archive}.sha256`, `${hash.digest('hex')}  ${path.basename(archive)}\n`);
  return archive;
}
