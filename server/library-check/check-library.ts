import path from 'node:path';
import type { RemovedFile } from '#server/database/database.ts';
import { isKnown, isStillRecorded, readRecordSnapshot, type RecordSnapshot } from '#server/database/record-snapshot.ts';
import { isDataFolderInUse } from '#server/data-folder/lock-data-folder.ts';
import { namesIn } from './find-bytes.ts';
import { createFolderFiles, type StoredFiles } from './stored-files.ts';

/** Problems that a person must solve. */
export type Problem = {
  kind:
    | 'database damaged'
    | 'bytes missing'
    | 'bytes changed'
    | 'bytes unreadable'
    | 'bytes without a record'
    | 'parts without a record'
    | 'material without its file'
    | 'wrong record for harvesters';
  /** A file's id, or a sentence. */
  what: string;
};

/** Notes: normal things, or ones that the next start cleans up by itself. */
export type Note = {
  kind:
    | 'upload under way'
    | 'half-made file'
    | 'removed file whose bytes are still there'
    | 'parts of a finished file'
    | 'pictures or copies of no file'
    | 'set aside'
    | 'not a file of the library';
  what: string;
};

export type LibraryReport = {
  isServerRunning: boolean;
  /** How many files were read completely, and their bytes. */
  files: number;
  bytes: number;
  problems: Problem[];
  notes: Note[];
};

const derivedFolders = ['pictures', 'reading'];

/**
 * Compares all records with all stored bytes. Changes nothing, and may run while a server does: what the server adds,
 * deletes or writes meanwhile is not reported as a problem, so unfinished files are reported only when none runs.
 * Throws when the database cannot be read at all.
 */
export async function checkLibrary(parts: {
  dataDir: string;
  /** By default the folder of files in `dataDir`. */
  stored?: StoredFiles;
  /** Called after each file that was read. */
  onProgress?: (progress: { done: number; total: number }) => void;
}): Promise<LibraryReport> {
  const { dataDir, stored = createFolderFiles(dataDir), onProgress } = parts;
  const isServerRunning = isDataFolderInUse(dataDir);
  // The bytes first: a file that is added later has a record by then, and a file that is missing is checked again.
  const found = await stored.find();
  const records = readRecordSnapshot(dataDir);
  const problems: Problem[] = describeRecords(records);
  let bytes = 0;
  for (const [index, file] of records.finished.entries()) {
    const fault = await stored.findFault(file);
    if (fault === null) bytes += file.sizeBytes;
    else if (!isServerRunning || isStillRecorded(dataDir, file))
      problems.push({ kind: `bytes ${fault}`, what: describeFile(file) });
    onProgress?.({ done: index + 1, total: records.finished.length });
  }

  const finished = new Set(records.finished.map(({ id }) => id));
  const pending = new Set(records.pending);
  const removed = new Set(records.removed.map(({ id }) => id));
  const notes: Note[] = [];
  const note = (kind: Note['kind'], names: Iterable<string>) => {
    for (const what of names) notes.push({ kind, what });
  };
  const isUnknown = (id: string) =>
    !finished.has(id) && !pending.has(id) && !removed.has(id) && !(isServerRunning && isKnown(dataDir, id));

  for (const id of found.stored.filter(isUnknown)) problems.push({ kind: 'bytes without a record', what: id });
  for (const id of found.parts.filter(isUnknown)) problems.push({ kind: 'parts without a record', what: id });
  note('upload under way', pending);
  note('not a file of the library', found.foreign);
  if (!isServerRunning) {
    note('half-made file', found.halfMade);
    note(
      'parts of a finished file',
      found.parts.filter((id) => finished.has(id)),
    );
    note('removed file whose bytes are still there', removed);
  }
  note('pictures or copies of no file', await findDerivedOfNothing(dataDir, records));
  note('set aside', await stored.listAside());
  return { isServerRunning, files: records.finished.length, bytes, problems, notes };
}

function describeRecords({ damage, dangling, mistold }: RecordSnapshot): Problem[] {
  return [
    ...damage.map((what): Problem => ({ kind: 'database damaged', what })),
    ...dangling.map(({ materialId, fileId }): Problem => ({
      kind: 'material without its file',
      what: `material ${materialId} names ${fileId}`,
    })),
    ...mistold.map((id): Problem => ({ kind: 'wrong record for harvesters', what: `material ${id}: save it again` })),
  ];
}

function describeFile({ id, sizeBytes, sha256 }: RemovedFile): string {
  return `${id} (should have ${sizeBytes} bytes, SHA-256 ${sha256})`;
}

/** Derived files are in folders named by a file's id or by the digest of its bytes. */
export async function findDerivedOfNothing(
  dataDir: string,
  { finished, pending }: Pick<RecordSnapshot, 'finished' | 'pending'>,
): Promise<string[]> {
  const known = new Set([...pending, ...finished.flatMap(({ id, sha256 }) => [id, sha256])]);
  const left: string[] = [];
  for (const folder of derivedFolders) {
    for (const name of await namesIn(path.join(dataDir, folder)))
      if (!name.startsWith('.') && !known.has(name)) left.push(path.join(folder, name));
  }
  return left;
}
