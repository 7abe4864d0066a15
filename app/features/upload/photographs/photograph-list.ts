import { photographLimits, photographTypes } from '#contract/photographs.ts';
import { judgedBytes, typeByBytes, typeByName } from '#domain/file-type.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { inOrderTaken } from '#domain/picture-name.ts';
import { exifHeadBytes, readTimeTaken } from '#domain/time-taken.ts';
import * as words from '#messages/upload/photographs.ts';

/** Handles the photographs of a paper that become one PDF, in the order of its pages. Pure functions except for reading files. */

/**
 * `fileId` is the id that the photograph will have in the library. It is made once, so that another attempt to send the
 * photograph resumes.
 */
export type Photograph = {
  fileId: string;
  file: File;
  takenAt: string | null;
  /** Rotation by the user in degrees clockwise, in addition to the automatic one. */
  turn: 0 | 90 | 180 | 270;
  /** True if shape and light of the photograph stay unchanged. */
  keepsWhole: boolean;
};

/**
 * Value of `accept`. Without HEIC, so that iPhones send a JPEG, which browsers can show; a dropped HEIC file is accepted as well.
 */
export const acceptedPhotographs = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.jfif,.jpe,.pjpeg,.png,.webp';

/** True if a file is a photograph: by its name and the browser's type, else by its first bytes. */
export async function isPhotograph(file: File): Promise<boolean> {
  const named = typeByName(file.name)?.mediaType ?? '';
  if (/^image\/(?:jpeg|png|webp|hei[cf])$/.test(file.type) || photographTypes.includes(named)) return true;
  try {
    const head = new Uint8Array(await file.slice(0, judgedBytes).arrayBuffer());
    return photographTypes.includes(typeByBytes(file.name, head)?.mediaType ?? '');
  } catch {
    // Sending it reports the reason.
    return false;
  }
}

/** Reads the photographs with the time each was taken. Damage to a photograph is only detected after it was sent. */
export function readPhotographs(files: readonly File[]): Promise<Photograph[]> {
  return Promise.all(
    files.map(async (file) => {
      const head = await file
        .slice(0, exifHeadBytes)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0));
      const takenAt = readTimeTaken(new Uint8Array(head));
      return { fileId: makeIdentifier(), file, takenAt, turn: 0 as const, keepsWhole: false };
    }),
  );
}

/**
 * Appends new photographs to the list, in the order in which they were taken. `refused` has a sentence for each one
 * that was left out, with the reason.
 */
export function addPhotographs(
  list: readonly Photograph[],
  added: readonly Photograph[],
  maxBytes: number,
): { list: Photograph[]; refused: string[] } {
  const refused: string[] = [];
  const kept: Photograph[] = [];
  for (const photograph of added) {
    const reason = findReason(photograph.file, [...list, ...kept], maxBytes);
    if (reason === null) kept.push(photograph);
    else refused.push(reason);
  }
  const facts = kept.map((photograph) => ({ name: photograph.file.name, takenAt: photograph.takenAt, photograph }));
  return { list: [...list, ...inOrderTaken(facts).map(({ photograph }) => photograph)], refused };
}

function findReason(file: File, before: readonly Photograph[], maxBytes: number): string | null {
  if (file.size === 0) return words.empty(file.name);
  if (file.size > maxBytes) return words.tooLarge(file.name);
  const isThere = ({ file: other }: Photograph) =>
    other.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
  if (before.some(isThere)) return words.alreadyListed(file.name);
  const { maxPages } = photographLimits;
  return before.length >= maxPages ? words.tooMany(file.name, maxPages) : null;
}

/** Moves the photograph at `index` by this many positions, at most to the ends of the list. */
export function movePhotograph(list: readonly Photograph[], index: number, by: number): Photograph[] {
  const moved = [...list];
  const [photograph] = moved.splice(index, 1);
  if (!photograph) return moved;
  moved.splice(Math.min(moved.length, Math.max(0, index + by)), 0, photograph);
  return moved;
}

/** Rotates a photograph a quarter turn clockwise. */
export function turnPhotograph(photograph: Photograph): Photograph {
  return { ...photograph, turn: ((photograph.turn + 90) % 360) as Photograph['turn'] };
}
