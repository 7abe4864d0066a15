import { stagingLimits } from '#contract/staging.ts';
import { maxNameLength } from '#domain/photograph-groups.ts';
import { RefusedFile, type IntakeFile, type NotTaken } from './intake-file.ts';
import { judgePicture, noPageReasons } from './judge-picture.ts';
import type { ProjectFolders } from './project-folders.ts';
import { readPicture, type Picture } from './read-picture.ts';

/** A picture that may be a page, by the digest of its bytes. */
export type HashedPicture = Picture & { digest: string };

/** A picture that is not put into a PDF unless a person says so. */
export type LeftOutPicture = {
  picture: Picture;
  reason: string;
  /** The material of which it is a page, and how readers see that again. */
  back?: { way: 'restore' | 'show'; materialId: string; title: string };
};

export type InspectedPicture = { page: HashedPicture } | { leftOut: LeftOutPicture } | { notTaken: NotTaken };

/** Pictures that are grouped at once. Each is on the screen; this is far more than a person looks at in one go. */
export const maxPictures = 2000;

/** The PDF's name may be longer than the picture's, with a number behind it. */
const maxPath = stagingLimits.maxPath - maxNameLength - 20;

/**
 * Reads the beginning of each picture, and the digest of those that may be pages. What `folders` knows of the other files
 * must be complete. Rejects as `hash` does only if `signal` is aborted.
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
      const reason = error instanceof RefusedFile ? error.message : 'It can no longer be read. Choose it again.';
      yield { notTaken: { path: file.path, reason } };
    }
  }
}

async function inspect(
  file: IntakeFile,
  folders: ProjectFolders,
  hash: (blob: Blob) => Promise<string>,
): Promise<InspectedPicture> {
  if (file.path.length > maxPath) throw new RefusedFile('Its path is too long.');
  const blob = await file.open();
  const facts = await readPicture(blob);
  if (!facts) {
    const reason = 'Its name ends like that of a picture, but it is not a JPEG, PNG, WebP or HEIC picture.';
    return { notTaken: { path: file.path, reason } };
  }
  const picture: Picture = { ...facts, file, path: file.path, modifiedAt: file.modifiedAt ?? null };
  const noPage = judgePicture(picture, folders);
  if (noPage) return { leftOut: { picture, reason: noPageReasons[noPage] } };
  return { page: { ...picture, digest: await hash(blob) } };
}
