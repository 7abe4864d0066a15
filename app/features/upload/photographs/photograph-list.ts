import { photographLimits, photographTypes } from '#contract/photographs.ts';
import { judgedBytes, typeByBytes, typeByName } from '#domain/file-type.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { inOrderTaken } from '#domain/photograph-order.ts';
import { exifHeadBytes, readTimeTaken } from '#domain/time-taken.ts';

/** The photographs of a paper that shall become one PDF, in the order of its pages. Pure functions but for reading files. */

/** `fileId` is the id that the photograph will have in the library; it is made once, so that sending it again resumes. */
export type Photograph = {
  fileId: string;
  file: File;
  takenAt: string | null;
  /** Degrees clockwise by which a person turned it, beyond how it is turned upright by itself. */
  turn: 0 | 90 | 180 | 270;
  /** Whether its shape and light are left as they are. */
  keepsWhole: boolean;
};

/** The value of `accept`. Without HEIC, so that iPhones send a JPEG, which browsers can show; dropped, HEIC is taken as well. */
export const acceptedPhotographs = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.jfif,.jpe,.pjpeg,.png,.webp';

/** Whether a file is a photograph: by its name and what the browser says of it, else by its first bytes. */
export async function isPhotograph(file: File): Promise<boolean> {
  const named = typeByName(file.name)?.mediaType ?? '';
  if (/^image\/(?:jpeg|png|webp|hei[cf])$/.test(file.type) || photographTypes.includes(named)) return true;
  try {
    const head = new Uint8Array(await file.slice(0, judgedBytes).arrayBuffer());
    return photographTypes.includes(typeByBytes(file.name, head)?.mediaType ?? '');
  } catch {
    // Sending it gives the reason.
    return false;
  }
}

/** Reads when the photographs were taken. One that cannot be read is found out when it is sent. */
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

/** The list with new ones behind it, in the order taken. `refused` says in sentences which were left out, and why. */
export function addPhotographs(
  list: readonly Photograph[],
  added: readonly Photograph[],
  maxBytes: number,
): { list: Photograph[]; refused: string[] } {
  const refused: string[] = [];
  const kept: Photograph[] = [];
  for (const photograph of added) {
    const { name } = photograph.file;
    const reason = findReason(photograph.file, [...list, ...kept], maxBytes);
    if (reason === null) kept.push(photograph);
    else refused.push(`"${name}" ${reason}`);
  }
  const facts = kept.map((photograph) => ({ name: photograph.file.name, takenAt: photograph.takenAt, photograph }));
  return { list: [...list, ...inOrderTaken(facts).map(({ photograph }) => photograph)], refused };
}

function findReason(file: File, before: readonly Photograph[], maxBytes: number): string | null {
  if (file.size === 0) return 'is empty. Choose another one.';
  if (file.size > maxBytes) return 'is larger than a file may be here.';
  const isThere = ({ file: other }: Photograph) =>
    other.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
  if (before.some(isThere)) return 'is in the list already.';
  return before.length >= photographLimits.maxPages
    ? `was left out: a PDF is made of at most ${photographLimits.maxPages}.`
    : null;
}

/** The list with the photograph at `index` moved by so many places, as far as there are any. */
export function movePhotograph(list: readonly Photograph[], index: number, by: number): Photograph[] {
  const moved = [...list];
  const [photograph] = moved.splice(index, 1);
  if (!photograph) return moved;
  moved.splice(Math.min(moved.length, Math.max(0, index + by)), 0, photograph);
  return moved;
}

/** A quarter turn clockwise further. */
export function turnPhotograph(photograph: Photograph): Photograph {
  return { ...photograph, turn: ((photograph.turn + 90) % 360) as Photograph['turn'] };
}
