import { pages } from '#contract/addresses.ts';
import { hasPlace, type Catalogue } from '#domain/catalogue.ts';
import { toCurrentPlace } from '#domain/former-names.ts';
import { materialLimits } from '#domain/material.ts';
import { isDataFolderInUse } from '#server/engines/data-folder/lock-data-folder.ts';
import type { RemovedFile } from '#server/engines/database/database.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import {
  rowsAtOnce,
  type FileState,
  type NamedMaterial,
  type RecordFacts,
  type RecordView,
} from '#server/engines/database/record-view.ts';
import { openRecordView } from '#server/engines/open-database.ts';
import { inBatches } from '#server/machinery/queues/in-batches.ts';
import { findDerivedOfNothing, type FoundBytes } from './find-bytes.ts';
import { createFolderFiles, type StoredFiles } from './stored-files.ts';

/** One finding. */
type Finding<Kind extends string> = {
  kind: Kind;
  /** A file's id, a path, or a sentence. */
  what: string;
};

/** Findings, in the order of their kinds. */
interface Findings<Kind extends string> {
  add(kind: Kind, what: string): void;
  /** `total` is given if there are more than those that are named. */
  addAll(kind: Kind, names: Iterable<string>, total?: number): void;
  /** Returns the first findings of each kind. */
  list(): Finding<Kind>[];
  /** Returns the number of findings of each kind, where it is greater than in `list`. */
  counts(): Partial<Record<Kind, number>>;
}

/** Maximum findings of one kind stored by name: memory use does not grow with the library. */
const mostNamed = 1000;

function createFindings<Kind extends string>(kinds: readonly Kind[]): Findings<Kind> {
  const found = new Map(kinds.map((kind) => [kind, { names: [] as string[], count: 0 }]));

  function addAll(kind: Kind, names: Iterable<string>, total?: number): void {
    const entry = found.get(kind);
    if (!entry) throw new Error(`"${kind}" is not known here`);
    let added = 0;
    for (const name of names) {
      added += 1;
      if (entry.names.length < mostNamed) entry.names.push(name);
    }
    entry.count += total ?? added;
  }

  return {
    add: (kind, what) => addAll(kind, [what]),
    addAll,
    list: () => [...found].flatMap(([kind, { names }]) => names.map((what) => ({ kind, what }))),
    counts: () =>
      Object.fromEntries(
        [...found].filter(([, { names, count }]) => count > names.length).map(([kind, { count }]) => [kind, count]),
      ) as Partial<Record<Kind, number>>,
  };
}

/** Problems that a person must solve. */
const problemKinds = [
  'database damaged',
  'material without its file',
  'impossible year',
  'unknown place',
  'wrong record for harvesters',
  'bytes missing',
  'bytes changed',
  'bytes unreadable',
  'bytes without a record',
  'parts without a record',
] as const;
export type Problem = Finding<(typeof problemKinds)[number]>;

/** Notes: normal states, or ones that the next start cleans up automatically. */
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
  /** Number of files that were read completely, and their bytes. */
  files: number;
  bytes: number;
  /** At most `mostNamed` of each kind. */
  problems: Problem[];
  notes: Note[];
  /** The number of each kind, if not all are listed. */
  counts: Partial<Record<Problem['kind'] | Note['kind'], number>>;
};

/** While servers run, bytes without a record are reported only from this age: a server may still work on them. */
export const graceMs = 60 * 60_000;

type Check = {
  records: RecordView;
  describe: MaterialWords;
  stored: StoredFiles;
  isServerRunning: boolean;
  problems: Findings<Problem['kind']>;
  notes: Findings<Note['kind']>;
  onProgress: ((progress: { done: number; total: number }) => void) | undefined;
};

/**
 * Compares all records with all stored bytes. Changes nothing, and may run while servers do: their concurrent
 * additions, deletions and writes are not reported as a problem, so unfinished files are reported only if none runs.
 * Memory use does not grow with the library. Throws if records or store can't be read at all.
 */
export async function checkLibrary(parts: {
  dataDir: string;
  /** The database of the records; null or absent if they are in `dataDir`. */
  database?: PostgresAddress | null;
  /** By default the folder of files in `dataDir`. */
  stored?: StoredFiles;
  /** For finding materials of unknown subjects; without it those are not checked. */
  catalogue?: Catalogue | null;
  /** The address of the pages of materials. */
  publicUrl?: string;
  /** Called after each file that was read. */
  onProgress?: (progress: { done: number; total: number }) => void;
}): Promise<LibraryReport> {
  const { dataDir, database = null, stored = createFolderFiles(dataDir), onProgress } = parts;
  const describe = createMaterialWords(parts.publicUrl ?? '');
  await using records = await openRecordView({ dataDir, address: database });
  const isServerRunning = isDataFolderInUse(dataDir) || (await records.isServed());
  const problems = createFindings<Problem['kind']>(problemKinds);
  const notes = createFindings<Note['kind']>(noteKinds);
  const check = { records, describe, stored, isServerRunning, problems, notes, onProgress };
  await compareBytes(check);
  const facts = await records.readFacts({ ...materialLimits, maxYear: new Date().getUTCFullYear() + 1 });
  describeFacts(check, facts);
  if (parts.catalogue) await findUnknownPlaces(check, parts.catalogue);
  const read = await readFiles(check, facts.finished);
  for await (const name of findDerivedOfNothing(dataDir, records)) notes.add('pictures or copies of no file', name);
  for await (const name of stored.listAside()) notes.add('set aside', name);
  const counts = { ...problems.counts(), ...notes.counts() };
  return { isServerRunning, ...read, problems: problems.list(), notes: notes.list(), counts };
}

/**
 * Checks that all bytes have a record. A batch is listed before its records are read: later additions have one by
 * then.
 */
async function compareBytes({ records, describe, stored, isServerRunning, problems, notes }: Check): Promise<void> {
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
        else if (kind === 'parts') problems.add('parts without a record', name);
        else problems.add('bytes without a record', `${name}${describe.users(await usesOf(records, name))}`);
      }
    }
  }
}

const isOfFile = ({ kind }: FoundBytes): boolean => kind === 'stored' || kind === 'parts';

/** True unless the file was removed completely since it was listed, or was started again. */
async function isStillUnknown({ records, stored }: Pick<Check, 'records' | 'stored'>, found: FoundBytes) {
  if (!(await stored.isThere(found))) return false;
  const states: Map<string, FileState> = await records.findStates([found.name]);
  return !states.has(found.name);
}

function describeFacts({ describe, problems, notes, isServerRunning }: Check, facts: RecordFacts): void {
  const { damage, dangling, wrongHarvestRecords, wrongYears, pending, removed } = facts;
  problems.addAll('database damaged', damage);
  problems.addAll(
    'material without its file',
    dangling.items.map((each) => `material ${each.id} names ${each.fileId} (${describe.material(each)})`),
    dangling.total,
  );
  problems.addAll(
    'impossible year',
    wrongYears.items.map((each) => {
      const years = [each.year, each.yearBs && `${each.yearBs} BS`].filter(Boolean).join(', ');
      return `${years} (${describe.material(each)})`;
    }),
    wrongYears.total,
  );
  problems.addAll(
    'wrong record for harvesters',
    wrongHarvestRecords.items.map((each) => `material ${each.id}: save it again (${describe.material(each)})`),
    wrongHarvestRecords.total,
  );
  notes.addAll('upload under way', pending.items, pending.total);
  if (!isServerRunning) notes.addAll('removed file whose bytes are still there', removed.items, removed.total);
}

/** Nobody finds a material by browsing if the catalogue has no such faculty, term or subject. */
async function findUnknownPlaces({ records, describe, problems }: Check, catalogue: Catalogue): Promise<void> {
  for (const place of await records.listPlaces()) {
    // Materials of a renamed subject are updated at the next start.
    if (place.published === 0 || hasPlace(catalogue, toCurrentPlace(catalogue, place))) continue;
    const { facultyId, semesterId, subject } = place;
    const { items, total } = await records.listAt(place);
    const words = `faculty ${facultyId}, term ${semesterId}, subject ${JSON.stringify(subject)}`;
    problems.addAll(
      'unknown place',
      items.map((each) => `${words} (${describe.material(each)})`),
      total,
    );
  }
}

async function usesOf(records: RecordView, fileId: string): Promise<NamedMaterial[]> {
  return (await records.findUses([fileId])).get(fileId) ?? [];
}

/** Reads every finished file, and compares it with its record. */
async function readFiles(
  { records, describe, stored, isServerRunning, problems, onProgress }: Check,
  total: number,
): Promise<Pick<LibraryReport, 'files' | 'bytes'>> {
  let files = 0;
  let bytes = 0;
  for await (const batch of records.listFinished()) {
    for (const file of batch) {
      const fault = await stored.findFault(file);
      if (fault === null) bytes += file.sizeBytes;
      else if (!isServerRunning || (await records.isStillRecorded(file)))
        problems.add(`bytes ${fault}`, describe.file(file, await usesOf(records, file.id)));
      files += 1;
      onProgress?.({ done: files, total: Math.max(files, total) });
    }
  }
  return { files, bytes };
}

/** Names materials by title, subject and the address of their page, so that a person can find them. */
interface MaterialWords {
  material(material: NamedMaterial): string;
  /** In parentheses; empty if no material uses the file. */
  users(materials: readonly NamedMaterial[]): string;
  /** Describes the recorded facts of a file, and the materials that use it. */
  file(file: RemovedFile, materials: readonly NamedMaterial[]): string;
}

/** A file is used by one material, rarely by a few. */
const maxNamed = 3;

function createMaterialWords(publicUrl: string): MaterialWords {
  function material({ id, title, subject }: NamedMaterial): string {
    // As JSON: a title may have control characters of a terminal.
    const known = [title, subject].filter((each) => each !== null).map((each) => JSON.stringify(each));
    return [...known, `${publicUrl}${pages.material(id)}`].join(', ');
  }

  function usedBy(materials: readonly NamedMaterial[]): string {
    const more = materials.length - maxNamed;
    return `used by ${materials.slice(0, maxNamed).map(material).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  }

  return {
    material,
    users: (materials) => (materials.length === 0 ? '' : ` (${usedBy(materials)})`),
    file({ id, sizeBytes, sha256 }, materials) {
      const used = materials.length === 0 ? '' : `; ${usedBy(materials)}`;
      return `${id} (should have ${sizeBytes} bytes, SHA-256 ${sha256}${used})`;
    },
  };
}
