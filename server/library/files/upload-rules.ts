import { Problem } from '#contract/problems.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import { cleanFileName } from './clean-file-name.ts';
import type { IncomingChunk } from './incoming-chunk.ts';
import { judgeBytes } from './judge-bytes.ts';

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
 * True if the record is that of a file that was sent in a single request and interrupted: such a file is sent again
 * from the start. Chunks of other files stay, and the rest may follow.
 */
export function isInterruptedWhole({ chunksTotal, sizeBytes }: FileRecord): boolean {
  return chunksTotal === 1 && sizeBytes === 0;
}

/** Returns the finished file to a request that continues it; refuses a request that starts it again. */
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

/**
 * Returns the problem for a file that differs, in size or name, from the one that is being uploaded with the same id.
 */
export function fileDiffers(): Problem {
  return new Problem(
    'storage_invalid_content_range',
    'Another file is being uploaded under this ID: its size or name differs.',
  );
}
