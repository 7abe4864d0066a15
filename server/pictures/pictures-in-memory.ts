import { mkdtempSync, rmSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PictureService } from './picture-service.ts';

type Pictures = Pick<PictureService, 'picture' | 'stripped' | 'close'>;

/** A few screens of covers. */
export const maxSpareBytes = 32 * 1024 * 1024;
/** How long an answer of the file system holds: pictures are asked for by the dozen. */
const knownMs = 1000;
/** A file system in memory, where there is one (Linux). */
const memory = '/dev/shm';

/**
 * Makes pictures as `usual` does while there is room on its disk. While there is none they are made and kept by a second
 * service below a folder in memory, so that readers see them all the same and the reserve stays free.
 */
export function picturesOnFullDisk<Usual extends Pictures>(
  usual: Usual,
  parts: { isDiskLow: () => Promise<boolean>; openSpare: (directory: string) => Pictures },
): Usual {
  let spare: { pictures: Pictures; directory: string } | null = null;
  let known: { isLow: Promise<boolean>; until: number } | null = null;

  function isLow(): Promise<boolean> {
    if (!known || known.until < performance.now())
      known = { isLow: parts.isDiskLow().catch(() => false), until: performance.now() + knownMs };
    return known.isLow;
  }

  async function openSpare(): Promise<Pictures> {
    const root = await access(memory, constants.W_OK).then(
      () => memory,
      () => tmpdir(),
    );
    if (spare) return spare.pictures;
    const directory = mkdtempSync(path.join(root, 'examshelf-pictures-'));
    spare = { directory, pictures: parts.openSpare(directory) };
    return spare.pictures;
  }

  return {
    ...usual,
    async picture(...wanted: Parameters<PictureService['picture']>) {
      const pictures = (await isLow()) ? await openSpare() : usual;
      return pictures.picture(...wanted);
    },
    async stripped(...wanted: Parameters<PictureService['stripped']>) {
      const pictures = (await isLow()) ? await openSpare() : usual;
      return pictures.stripped(...wanted);
    },
    async close() {
      await usual.close();
      await spare?.pictures.close();
      if (spare) rmSync(spare.directory, { recursive: true, force: true });
    },
  };
}
