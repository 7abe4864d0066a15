import { readFile, rm, stat } from 'node:fs/promises';
import type { SharedDerived } from '#server/library/pictures/shared-derived.ts';
import { copyRecipe, parseNote, type CopyFolder } from './copy-folder.ts';

/** Reading copies that other nodes made, and their notes that a file has none. */
export interface SharedCopies extends Pick<SharedDerived, 'forget' | 'digests' | 'close'> {
  /** Copies another node's note for the file with these bytes. Returns false if there is none. */
  adopt(sha256: string): Promise<boolean>;
  /** Offers the files in the folder to other nodes later. */
  offer(sha256: string): Promise<void>;
}

/**
 * Returns the name of a copy in the store. It contains the digest of the bytes, so a name always refers to the same
 * bytes.
 */
export const nameOfCopy = (sha256: string) => `${sha256}.pdf`;

const noteName = `note-${copyRecipe}.json`;
/** A copy has up to a gigabyte. */
const copyMs = 60_000;

export function createSharedCopies(shared: SharedDerived, folder: CopyFolder): SharedCopies {
  async function readNote(sha256: string) {
    const file = await shared.fetch(sha256, noteName);
    if (!file) return null;
    try {
      return parseNote(await readFile(file, 'utf8'));
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    async adopt(sha256) {
      const note = await readNote(sha256);
      if (!note) return false;
      const { copy, reason } = note;
      if (!copy) {
        await folder.dismiss(sha256, { reason, tries: 0 });
        return true;
      }
      const file = await shared.fetch(sha256, nameOfCopy(copy.sha256), copyMs);
      if (!file) return false;
      if ((await stat(file)).size !== copy.sizeBytes) {
        await rm(file, { force: true });
        return false;
      }
      await folder.keep(sha256, file, copy);
      return true;
    },

    async offer(sha256) {
      const found = await folder.find(sha256);
      if (!found) return;
      // The note last: if it exists, the copy does too.
      if (found.copy) shared.offer(sha256, nameOfCopy(found.copy.sha256), found.copy.path);
      shared.offer(sha256, noteName, folder.noteFile(sha256));
    },

    forget: shared.forget,
    digests: shared.digests,
    close: shared.close,
  };
}
