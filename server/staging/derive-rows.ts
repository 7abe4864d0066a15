import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Catalogue } from '#domain/catalogue.ts';
import { collectEvidence, ownValues, signalsOf, type Evidence } from '#domain/guess/collect-evidence.ts';
import { driveOf, noDrive, sumUpDrive, type DriveEvidence } from '#domain/guess/drive-evidence.ts';
import { guessFrom, type KnownFacts } from '#domain/guess/guess-place.ts';
import { likenessKeys } from '#domain/guess/likeness-keys.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { resolveFields } from '#domain/guess/resolve-fields.ts';
import { takenFields, takeOver, type TakenOver } from '#domain/guess/take-over.ts';
import type { Database } from '#server/database/database.ts';
import type { DerivedValues, StagedRecord } from '#server/database/staging-records.ts';
import type { Texts } from '#server/text-store/texts.ts';

/** Guessing takes up to two milliseconds for a file; in between, requests are answered. */
const rowsAtOnce = 5;
/** Rows that are read and stored together. */
export const derivedAtOnce = 50;

type Parts = {
  database: Pick<Database, 'staging'>;
  texts: Pick<Texts, 'readSome'>;
  catalogue: Catalogue;
  guessing: () => Guessing;
  /** Called when other rows have become stale, because more is known of their drive. */
  onStale: () => void;
};

type Read = { record: StagedRecord; evidence: Evidence; drive: string | null };

/**
 * Makes the function that computes what follows from path, first page, drive and what was set by hand, for those of the
 * rows that are stale, and stores it.
 */
export function createDerive(parts: Parts): (records: readonly StagedRecord[]) => Promise<void> {
  const { staging } = parts.database;

  async function deriveBatch(records: readonly StagedRecord[]): Promise<void> {
    const guessing = parts.guessing();
    const examples = await staging.examplesFor(records.map(({ id }) => id));
    const firstPages = await readFirstPages(parts.texts, records);
    const read: Read[] = [];
    for (const [index, record] of records.entries()) {
      if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToOthers();
      const { path, sha256, file } = record;
      const source = { path, firstPage: firstPages.get(sha256) ?? null, pageCount: file?.pageCount ?? null };
      read.push({ record, evidence: collectEvidence(source, guessing), drive: driveOf(path) });
    }
    const drives = await learnDrives(parts, read, guessing);
    const values: DerivedValues[] = [];
    for (const [index, { record, evidence, drive }] of read.entries()) {
      if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToOthers();
      const { id, path, stale, revision, told } = record;
      const ofDrive = (drive === null ? null : drives.get(drive)) ?? noDrive;
      const guessWith = (facts: KnownFacts) => guessFrom(evidence, guessing, facts, ofDrive);
      const unaided = guessWith({});
      const file = { id, path, guess: unaided, own: ownValues(evidence, guessing) };
      const taken = takeOver(file, examples.get(likenessKeys(path).folder) ?? []);
      const facts = factsOf(told, taken);
      const guess = Object.keys(facts).length === 0 ? unaided : guessWith(facts);
      const { doubtful, confidence } = resolveFields({ path, told, taken, guess }, parts.catalogue);
      values.push({ id, stale, revision, taken, guess, doubtful, confidence });
    }
    await staging.derive(values);
  }

  return async (records) => {
    const stale = records.filter((record) => record.stale > 0);
    for (let start = 0; start < stale.length; start += derivedAtOnce)
      await deriveBatch(stale.slice(start, start + derivedAtOnce));
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

/** Stores what the files say of their drives. Returns what is known of these drives now. */
async function learnDrives(
  { database: { staging }, onStale }: Pick<Parts, 'database' | 'onStale'>,
  read: readonly Read[],
  guessing: Guessing,
): Promise<Map<string, DriveEvidence>> {
  const inDrives = read.flatMap(({ record: { id }, evidence, drive }) =>
    drive === null ? [] : [{ id, drive, signals: signalsOf(evidence, guessing) }],
  );
  if (inDrives.length === 0) return new Map();
  await staging.noteSignals(inDrives);
  const names = [...new Set(inDrives.map(({ drive }) => drive))];
  const counts = await staging.countSignals(names);
  const known = new Map(names.map((name) => [name, sumUpDrive(counts.get(name) ?? [], guessing)]));
  const ids = read.map(({ record: { id } }) => id);
  for (const [name, evidence] of known) if (await staging.setDrive(name, evidence, ids)) onStale();
  return known;
}

/** What is set by hand, else inherited. */
function factsOf(told: StagedRecord['told'], taken: TakenOver): KnownFacts {
  const facts: KnownFacts = {};
  for (const field of takenFields) {
    const inherited = told[field] === undefined ? taken[field] : undefined;
    const value = told[field] ?? inherited?.value;
    if (value !== undefined) Object.assign(facts, { [field]: value });
    if (inherited && !inherited.isSure && field !== 'kind') facts.isDoubtful = true;
  }
  return facts;
}
