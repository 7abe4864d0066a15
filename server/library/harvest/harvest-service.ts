import { hash } from 'node:crypto';
import type { Catalogue, Faculty } from '#domain/catalogue.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { HarvestRange, HarvestRecord, HarvestState } from '#server/engines/database/harvest-records.ts';

export type { HarvestRange, HarvestRecord, HarvestState };

/** The selection of a harvest: seconds since 1970, both inclusive, and a set. */
export type HarvestSelection = { from: number | null; until: number | null; facultyId: string | null };

export type HarvestPage = {
  records: HarvestRecord[];
  /** The start of the next page; null after the last one. */
  next: HarvestRange | null;
};

/** Serves harvests by other libraries: a record for each material that everybody may read or ever could. */
export interface HarvestService {
  state(): Promise<HarvestState>;
  find(materialId: string): Promise<HarvestRecord | null>;
  /** Returns the start of a harvest. */
  begin(selection: HarvestSelection): Promise<HarvestRange>;
  read(range: HarvestRange): Promise<HarvestPage>;
  /**
   * Compares the catalogue and the settings in records with their previous values, and marks the records of faculties
   * that have changed, a few at a time. An interrupted update resumes at the next start.
   */
  followCatalogue(signal: AbortSignal): Promise<void>;
}

/** About 150 KB of records, read within milliseconds. */
export const harvestPageSize = 100;
/**
 * Version of the records' content. Increase it if records are written differently, so that harvesters read all of them
 * again.
 */
const recordForm = 3;
/** Number of records marked in one transaction: so few that other writers do not wait. */
const touchedAtOnce = 500;

export function createHarvestService(parts: {
  database: Pick<Database, 'harvest'>;
  catalogue: Catalogue;
  /** All other facts in records, such as the name and address of the library. */
  facts: readonly string[];
  pageSize?: number;
}): HarvestService {
  const { harvest } = parts.database;
  const pageSize = parts.pageSize ?? harvestPageSize;

  return {
    state: () => harvest.state(),
    find: (materialId) => harvest.find(materialId),

    async begin({ from, until, facultyId }) {
      const { firstChange, lastChange } = await harvest.state();
      const isFromStart = from === null || from <= firstChange;
      // A harvest of everything follows numbers, which never change: so it has every record exactly once, whatever
      // changes.
      if (isFromStart && (until === null || until > lastChange)) return { order: 'number', after: 0, facultyId };
      const { after, upTo } = await harvest.findRevisions(from ?? 0, until ?? Number.MAX_SAFE_INTEGER);
      // Without an end, concurrent changes are at the end of the list.
      return { order: 'revision', after, upTo: until === null ? Number.MAX_SAFE_INTEGER : upTo, facultyId };
    },

    async read(range) {
      const found = await harvest.list(range, pageSize + 1);
      const records = found.slice(0, pageSize);
      const last = records.at(-1);
      return { records, next: found.length > pageSize && last ? { ...range, after: last[range.order] } : null };
    },

    async followCatalogue(signal) {
      await harvest.noteFaculties(
        new Map(parts.catalogue.faculties.map((faculty) => [faculty.id, digestOf(faculty, parts.facts)])),
      );
      while (!signal.aborted && (await harvest.touch(touchedAtOnce)));
    },
  };
}

/** Returns the digest of all data in a faculty's records that does not come from the materials themselves. */
function digestOf({ name, fullName, university, terms }: Faculty, facts: readonly string[]): string {
  const places = terms.map((term) => [
    term.id,
    term.name,
    term.subjects.map((subject) => [subject.name, subject.code]),
  ]);
  return hash('sha256', JSON.stringify([recordForm, facts, name, fullName, university, places]));
}
