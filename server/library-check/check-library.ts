import { isDataFolderInUse } from '#server/data-folder/lock-data-folder.ts';
import type { RemovedFile } from '#server/database/database.ts';
import { openRecordView } from '#server/database/open-database.ts';
import type { PostgresAddress } from '#server/database/postgres/postgres-address.ts';
import { rowsAtOnce, type FileState, type RecordFacts, type RecordView } from '#server/database/record-view.ts';
import { findDerivedOfNothing } from './derived-of-nothing.ts';
import type { FoundBytes } from './find-bytes.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import { inBatches } from '#server/in-batches.ts';
import { createFolderFiles, type StoredFiles } from './stored-files.ts';

/** Problems that a person must solve. */
const problemKinds = [
  'database damaged',
  'material without its file',
  'wrong record for harvesters',
  'bytes missing',
  'bytes changed',
  'bytes unreadable',
  'bytes without a record',
  'parts without a record',
] as const;
export type Problem = Finding<(typeof problemKinds)[number]>;

/** Notes: normal things, or ones that the next start cleans up by itself. */
const noteKinds = [
  'upload under way',
  'arrived just now, without a record yet',
  'not a file of the library',
  'half-made file',
  'parts of a finished file',
  'removed file whose bytes are still there',
  'pictures or copies of no file',
  'set aside',
] as const;
export type Note = Finding<(typeof noteKinds)[number]>;

export type LibraryReport = {
  isServerRunning: boolean;
  /** How many files were read completely, and their bytes. */
  files: number;
  bytes: number;
  /** Of each kind at most `mostNamed`. */
  problems: Problem[];
  notes: Note[];
  /** How many there are of a kind, where not all are listed. */
  counts: Partial<Record<Problem['kind'] | Note['kind'], number>>;
};

/** While servers run, bytes without a record are not reported before they are so old: somebody may still work on them. */
export const graceMs = 60 * 60_000;

type Check = {
  records: RecordView;
  stored: StoredFiles;
  isServerRunning: boolean;
  problems: Findings<Problem['kind']>;
  notes: Findings<Note['kind']>;
  onProgress: ((progress: { done: number; total: number }) => void) | undefined;
};

/**
 * Compares all records with all stored bytes. Changes nothing, and may run while servers do: what they add, delete or write
 * meanwhile is not reported as a problem, so unfinished files are reported only when none runs. What is in memory does not
 * grow with the library. Throws when records or store cannot be read at all.
 */
export async function checkLibrary(parts: {
  dataDir: string;
  /** The database of the records; null or absent if they are in `dataDir`. */
  database?: PostgresAddress | null;
  /** By default the folder of files in `dataDir`. */
  stored?: StoredFiles;
  /** Called after each file that was read. */
  onProgress?: (progress: { done: number; total: number }) => void;
}): Promise<LibraryReport> {
  const { dataDir, database = null, stored = createFolderFiles(dataDir), onProgress } = parts;
  await using records = await openRecordView({ dataDir, address: database });
  const isServerRunning = isDataFolderInUse(dataDir) || (await records.isServed());
  const problems = createFindings<Problem['kind']>(problemKinds);
  const notes = createFindings<Note['kind']>(noteKinds);
  const check = { records, stored, isServerRunning, problems, notes, onProgress };
  await compareBytes(check);
  const facts = await records.readFacts();
  describeFacts(check, facts);
  const read = await readFiles(check, facts.finished);
  for await (const name of findDerivedOfNothing(dataDir, records)) notes.add('pictures or copies of no file', name);
  for await (const name of stored.listAside()) notes.add('set aside', name);
  const counts = { ...problems.counts(), ...notes.counts() };
  return { isServerRunning, ...read, problems: problems.list(), notes: notes.list(), counts };
}

/** Whether all bytes have a record. A batch is listed before its records are read: what is added later has one by then. */
async function compareBytes({ records, stored, isServerRunning, problems, notes }: Check): Promise<void> {
  for await (const batch of inBatches(stored.find(), rowsAtOnce)) {
    const states = await records.findStates(batch.filter(isOfFile).map(({ name }) => name));
    for (const found of batch) {
      const { kind, name } = found;
      if (kind === 'foreign') notes.add('not a file of the library', name);
      else if (kind === 'halfMade') {
        if (!isServerRunning) notes.add('half-made file', name);
      } else if (states.has(name)) {
        const isLeft = kind === 'parts' && states.get(name) === 'finished' && !isServerRunning;
        if (isLeft) notes.add('parts of a finished file', name);
      } else if (!isServerRunning || (await isStillUnknown({ records, stored }, found))) {
        const isYoung = isServerRunning && found.modifiedAt > Date.now() - graceMs;
        if (isYoung) notes.add('arrived just now, without a record yet', name);
        else problems.add(kind === 'parts' ? 'parts without a record' : 'bytes without a record', name);
      }
    }
  }
}

const isOfFile = ({ kind }: FoundBytes): boolean => kind === 'stored' || kind === 'parts';

/** The file may have been removed completely since it was listed, or have begun anew. */
async function isStillUnknown({ records, stored }: Pick<Check, 'records' | 'stored'>, found: FoundBytes) {
  if (!(await stored.isThere(found))) return false;
  const states: Map<string, FileState> = await records.findStates([found.name]);
  return !states.has(found.name);
}

function describeFacts({ problems, notes, isServerRunning }: Check, facts: RecordFacts): void {
  const { damage, dangling, mistold, pending, removed } = facts;
  problems.addAll('database damaged', damage);
  problems.addAll(
    'material without its file',
    dangling.items.map(({ materialId, fileId }) => `material ${materialId} names ${fileId}`),
    dangling.total,
  );
  problems.addAll(
    'wrong record for harvesters',
    mistold.items.map((id) => `material ${id}: save it again`),
    mistold.total,
  );
  notes.addAll('upload under way', pending.items, pending.total);
  if (!isServerRunning) notes.addAll('removed file whose bytes are still there', removed.items, removed.total);
}

/** Reads every finished file, and compares it with its record. */
async function readFiles(
  { records, stored, isServerRunning, problems, onProgress }: Check,
  total: number,
): Promise<Pick<LibraryReport, 'files' | 'bytes'>> {
  let files = 0;
  let bytes = 0;
  for await (const batch of records.listFinished()) {
    for (const file of batch) {
      const fault = await stored.findFault(file);
      if (fault === null) bytes += file.sizeBytes;
      else if (!isServerRunning || (await records.isStillRecorded(file)))
        problems.add(`bytes ${fault}`, describeFile(file));
      files += 1;
      onProgress?.({ done: files, total: Math.max(files, total) });
    }
  }
  return { files, bytes };
}

function describeFile({ id, sizeBytes, sha256 }: RemovedFile): string {
  return `${id} (should have ${sizeBytes} bytes, SHA-256 ${sha256})`;
}
