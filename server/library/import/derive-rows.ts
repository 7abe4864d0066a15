import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Catalogue } from '#domain/catalogue.ts';
import { collectEvidence, ownValues, signalsOf, type Evidence } from '#domain/guess/collect-evidence.ts';
import { driveOf, noDrive, sumUpDrive, type DriveEvidence } from '#domain/guess/drive-evidence.ts';
import { choosePaths, guessFromCopies } from '#domain/guess/guess-from-copies.ts';
import type { KnownFacts } from '#domain/guess/guess-place.ts';
import { plainestPath } from '#domain/guess/plainest-path.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { resolveFields } from '#domain/guess/resolve-fields.ts';
import { inheritedFields, type Inherited, takeOverForCopies } from '#domain/guess/take-over.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { DerivedValues, StagedRecord } from '#server/engines/database/staging-records.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/** Number of paths guessed before yielding to requests; a path takes up to two milliseconds. */
const pathsAtOnce = 5;
/** Batch size: number of rows that are read and stored together. */
export const derivedAtOnce = 50;

type Parts = {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'readSome'>;
  catalogue: Catalogue;
  guessing: () => Guessing;
  /** Called when other rows have become stale because the evidence of their drive changed. */
  onStale: () => void;
};

type Read = { record: StagedRecord; copies: { path: string; evidence: Evidence; drive: string | null }[] };

/**
 * Creates the function that derives the values of stale rows and stores them. It derives them from the rows' paths,
 * first pages and drives, and from values set by hand.
 */
export function createDerive(parts: Parts): (records: readonly StagedRecord[]) => Promise<void> {
  const { staging } = parts.database;

  async function deriveBatch(records: readonly StagedRecord[]): Promise<void> {
    const guessing = parts.guessing();
    const examples = await staging.examplesFor(records.map(({ id }) => id));
    const firstPages = await readFirstPages(parts.texts, records);
    const rest = createRest();
    const read: Read[] = [];
    for (const record of records) {
      const { paths, sha256, file } = record;
      const copies: Read['copies'] = [];
      for (const path of choosePaths(paths)) {
        await rest();
        const source = { path, firstPage: firstPages.get(sha256) ?? null, pageCount: file?.pageCount ?? null };
        copies.push({ path, evidence: collectEvidence(source, guessing), drive: driveOf(path) });
      }
      read.push({ record, copies });
    }
    const drives = await learnDrives(parts, read, guessing);
    const values: DerivedValues[] = [];
    for (const { record, copies } of read) {
      await rest(copies.length);
      const { id, paths, stale, revision, manual } = record;
      const ofDrives = copies.map(({ drive, ...copy }) => ({
        ...copy,
        drive: (drive === null ? null : drives.get(drive)) ?? noDrive,
      }));
      const unaided = guessFromCopies(ofDrives, guessing);
      const named = copies.map(({ path, evidence }) => ({ path, own: ownValues(evidence, guessing) }));
      const file = { id, copies: named, guess: unaided.guess };
      const inherited = takeOverForCopies(file, (folder) => examples.get(folder) ?? []);
      const facts = factsOf(manual, inherited);
      const guess = Object.keys(facts).length === 0 ? unaided.guess : guessFromCopies(ofDrives, guessing, facts).guess;
      const { doubtful, confidence } = resolveFields(
        { path: plainestPath(paths), manual, inherited, guess },
        parts.catalogue,
      );
      values.push({ id, path: unaided.path, stale, revision, inherited, guess, doubtful, confidence });
    }
    await staging.derive(values);
  }

  return async (records) => {
    const stale = records.filter((record) => record.stale > 0);
    for (let start = 0; start < stale.length; start += derivedAtOnce)
      await deriveBatch(stale.slice(start, start + derivedAtOnce));
  };
}

/** Creates the function that yields to other work every `pathsAtOnce` paths. */
function createRest(): (paths?: number) => Promise<void> {
  let guessed = 0;
  return async (paths = 1) => {
    guessed += paths;
    if (guessed < pathsAtOnce) return;
    guessed = 0;
    await yieldToOthers();
  };
}

async function readFirstPages(
  texts: Pick<Texts, 'readSome'>,
  records: readonly StagedRecord[],
): Promise<Map<string, string>> {
  const read = records.filter(({ state }) => state === 'reading' || state === 'checked');
  if (read.length === 0) return new Map();
  const pages = await texts.readSome(read.map(({ sha256 }) => ({ sha256, page: 1 })));
  return new Map(read.flatMap(({ sha256 }, index) => (pages[index] ? [[sha256, pages[index].text] as const] : [])));
}

/** Stores the signals of the files. Returns the evidence of their drives. */
async function learnDrives(
  { database: { staging }, onStale }: Pick<Parts, 'database' | 'onStale'>,
  read: readonly Read[],
  guessing: Guessing,
): Promise<Map<string, DriveEvidence>> {
  const inDrives = read.flatMap(({ record: { id }, copies }) =>
    copies.flatMap(({ evidence, drive }) =>
      drive === null ? [] : [{ id, drive, signals: signalsOf(evidence, guessing) }],
    ),
  );
  if (inDrives.length === 0) return new Map();
  await staging.noteSignals(inDrives);
  const names = [...new Set(inDrives.map(({ drive }) => drive))];
  const ids = read.map(({ record: { id } }) => id);
  return reviewDrives(names, { staging, guessing, onStale, except: ids });
}

/**
 * Computes the evidence of these drives again. If it differs from the stored evidence, the rows of the drive become
 * stale, except those in `except`, and `onStale` is called. Returns the evidence of each drive.
 */
export async function reviewDrives(
  names: readonly string[],
  {
    staging,
    guessing,
    onStale,
    except = [],
  }: Parts['database'] & Pick<Parts, 'onStale'> & { guessing: Guessing; except?: readonly string[] },
): Promise<Map<string, DriveEvidence>> {
  if (names.length === 0) return new Map();
  const counts = await staging.countSignals(names);
  const known = new Map(names.map((name) => [name, sumUpDrive(counts.get(name) ?? [], guessing)]));
  for (const [name, evidence] of known) if (await staging.setDrive(name, evidence, except)) onStale();
  return known;
}

/** Returns the values set by hand, else the inherited ones. */
function factsOf(manual: StagedRecord['manual'], inherited: Inherited): KnownFacts {
  const facts: KnownFacts = {};
  for (const field of inheritedFields) {
    const taken = manual[field] === undefined ? inherited[field] : undefined;
    const value = manual[field] ?? taken?.value;
    if (value !== undefined) Object.assign(facts, { [field]: value });
    if (taken && !taken.isSure && field !== 'kind') facts.isDoubtful = true;
  }
  return facts;
}
