import { stagingLimits } from '#contract/staging.ts';
import { maxNameLength } from '#domain/photograph-groups.ts';
import * as words from '#messages/import/intake.ts';
import { RefusedFile, type IntakeFile, type NotTaken } from './intake-file.ts';
import { judgePicture } from './judge-picture.ts';
import type { ProjectFolders } from './project-folders.ts';
import { readPicture, type Picture } from './read-picture.ts';

/** A picture that may be a page, by the digest of its bytes. */
export type HashedPicture = Picture & { digest: string };

/** A picture that is left out of PDFs unless a person adds it. */
export type LeftOutPicture = {
  picture: Picture;
  reason: string;
  /** Material that has this picture as a page, and the action that shows readers the material again. */
  back?: { way: 'restore' | 'show'; materialId: string; title: string };
};

export type InspectedPicture = { page: HashedPicture } | { leftOut: LeftOutPicture } | { notTaken: NotTaken };

/**
 * Maximum number of pictures grouped at once. All of them are on screen; this is far more than a person can check in
 * one session.
 */
export const maxPictures = 2000;

/** Room for a number after the name, since the PDF's name may be longer than the picture's. */
const maxPath = stagingLimits.maxPath - maxNameLength - 20;

/**
 * Reads the start of each picture, and the digest of those that may be pages. `folders` must already contain all other
 * files. Rejects only if `signal` is aborted, as `hash` does.
 */
export async function* inspectPictures(
  files: readonly IntakeFile[],
  { folders, hash, signal }: { folders: ProjectFolders; hash: (blob: Blob) => Promise<string>; signal: AbortSignal },
): AsyncGenerator<InspectedPicture, void> {
  for (const file of files) {
    signal.throwIfAborted();
    try {
      yield await inspect(file, folders, hash);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof RefusedFile ? error.message : words.noLongerReadable;
      yield { notTaken: { path: file.path, reason } };
    }
  }
}

async function inspect(
  file: IntakeFile,
  folders: ProjectFolders,
  hash: (blob: Blob) => Promise<string>,
): Promise<InspectedPicture> {
  if (file.path.length > maxPath) throw new RefusedFile(words.pathTooLong);
  const blob = await file.open();
  const facts = await readPicture(blob);
  if (!facts) return { notTaken: { path: file.path, reason: words.notPicture } };
  const picture: Picture = { ...facts, file, path: file.path, modifiedAt: file.modifiedAt ?? null };
  const noPage = judgePicture(picture, folders);
  if (noPage) return { leftOut: { picture, reason: words.noPage[noPage] } };
  return { page: { ...picture, digest: await hash(blob) } };
}
