import { Problem } from '#contract/problems.ts';
import { beginsLikePage, fileTypes, nameWithEnding, typeByBytes, typeByName } from '#domain/file-type.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import { cleanFileName } from './clean-file-name.ts';
import type { IncomingChunk } from './incoming-chunk.ts';

/**
 * Returns the media type of a file by its first bytes, never by the sender's claim, and its name with an extension of
 * that type. Throws `storage_file_type_unsupported` if it is none of the accepted types.
 */
export function judgeBytes(name: string, head: Uint8Array): { mediaType: string; name: string } {
  const type = typeByBytes(name, head);
  if (type) return { mediaType: type.mediaType, name: nameWithEnding(name, type) };
  throw new Problem('storage_file_type_unsupported', explain(name, head));
}

function explain(name: string, head: Uint8Array): string {
  const named = typeByName(name);
  if (!named) {
    const accepted = fileTypes.flatMap(({ extensions }) => extensions).join(', ');
    return `This kind of file is not accepted. Choose ${accepted}.`;
  }
  const extension = named.extensions.find((each) => name.toLowerCase().endsWith(each)) ?? named.extensions[0];
  const found = beginsLikePage(head)
    ? 'a web page, perhaps a message that was saved in its place'
    : `not ${named.name}`;
  return `The file is named ${extension} but is ${found}. Please choose the right file.`;
}

/** The response to an upload request; `isNew` decides between 201 and 200. */
export type ReceivedFile = { file: FileRecord; isNew: boolean };

/**
 * Returns the name under which a file is stored, with the extension of the type of its first bytes. Throws Problem
 * for an empty file, and for a type that is not accepted.
 */
export function storedName(sent: string, head: Buffer): string {
  if (head.length === 0) throw new Problem('storage_file_empty', 'The file is empty. Please choose another one.');
  return cleanFileName(judgeBytes(cleanFileName(sent), head).name);
}

/**
 * True if the record is of a file that was sent in a single request, which was interrupted: such a file is sent again
 * from the start. Chunks stay, and the rest may follow.
 */
export function isInterruptedWhole({ chunksTotal, sizeBytes }: FileRecord): boolean {
  return chunksTotal === 1 && sizeBytes === 0;
}

/** Continuing an already finished file returns it; starting it again is refused. */
export function answerFinished(file: FileRecord, chunk: IncomingChunk): ReceivedFile {
  if (!chunk.isContinuation) throw fileExists();
  return { file, isNew: false };
}

export function fileExists(): Problem {
  return new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
}

export function fileNotFound(): Problem {
  return new Problem('storage_file_not_found', 'The requested file could not be found.');
}

/** Returns the problem for another file, by its size or name, that is being uploaded with the same id. */
export function fileDiffers(): Problem {
  return new Problem(
    'storage_invalid_content_range',
    'Another file is being uploaded under this ID: its size or name differs.',
  );
}
