import type { RemovedFile } from './database.ts';

/**
 * The results of a check of the records, as of one moment. Long lists end after `maxListed`; `total` counts all
 * entries.
 */
export type RecordFacts = {
  /** Number of finished files. */
  finished: number;
  /** Uploads in progress. */
  pending: Listed<string>;
  /** Files that were removed on purpose and whose bytes must still be removed. */
  removed: Listed<string>;
  /** Materials, including the trash, that reference a file that is missing or unfinished. */
  dangling: Listed<NamedMaterial & { fileId: string }>;
  /** Materials with a wrong harvest record: it is public although the material can't be read, or the reverse. */
  wrongHarvestRecords: Listed<NamedMaterial>;
  /** Published materials with a year outside of the limits. */
  wrongYears: Listed<NamedMaterial & { year: string; yearBs: string }>;
  /** The damage that the database engine finds in its own file. */
  damage: string[];
};

/** A material by the title and subject that a person recognises; both are null if it was deleted. */
export type NamedMaterial = { id: string; title: string | null; subject: string | null };

/** A faculty, term and subject as materials reference it. */
export type NamedPlace = { facultyId: string; semesterId: string; subject: string };

/** Limits for the years of a published material, inclusive. */
export type YearLimits = Record<'minYear' | 'maxYear' | 'minYearBs' | 'maxYearBs', number>;

export type Listed<Item> = { items: Item[]; total: number };

/**
 * The state of a file in the records. `removed`: a note says that it was removed on purpose; `held`: a server works on
 * it.
 */
export type FileState = 'finished' | 'pending' | 'removed' | 'held';

/**
 * Read-only view of a library's records, for comparing them with its bytes, even while servers run. Memory use does not
 * grow with the library. Must be disposed of.
 */
export interface RecordView extends AsyncDisposable {
  /** Returns all facts as of one moment. */
  readFacts(years: YearLimits): Promise<RecordFacts>;
  /**
   * Lists every subject that materials reference, each once, as of one moment, with the number of published materials
   * and of materials in the trash.
   */
  listPlaces(): Promise<(NamedPlace & { published: number; inTrash: number })[]>;
  /** Lists published materials of a subject. */
  listAt(place: NamedPlace): Promise<Listed<NamedMaterial>>;
  /**
   * Returns, for each of these files (at most `rowsAtOnce`), the materials, including the trash, that use it as
   * document or cover.
   */
  findUses(fileIds: readonly string[]): Promise<Map<string, (NamedMaterial & { permissions: string })[]>>;
  /**
   * Lists, sorted and in batches, the ids of files that a material references and that have no record. Each batch reads
   * the current state.
   */
  listLost(): AsyncIterable<string[]>;
  /** Lists the finished files sorted by id, in batches; each batch is current. */
  listFinished(): AsyncIterable<RemovedFile[]>;
  /**
   * True if the record of a removed file is unchanged: while its bytes were read, it may have been removed or replaced.
   */
  isStillRecorded(file: RemovedFile): Promise<boolean>;
  /** Returns the current states of at most `rowsAtOnce` files; unknown ids are missing in the result. */
  findStates(fileIds: readonly string[]): Promise<Map<string, FileState>>;
  /** Returns which of at most `rowsAtOnce` names are the id or the digest of a file. */
  findNamesOfFiles(names: readonly string[]): Promise<Set<string>>;
  /** True if servers are using the records, on this machine or another one, according to the records themselves. */
  isServed(): Promise<boolean>;
}

/** Batch size. */
export const rowsAtOnce = 1000;
/** Maximum length of each list. */
const maxListed = 1000;

type Value = string | number;
type Row = Record<string, unknown>;

/** The operations of an engine. Statements have parameters `$1`, `$2`, …. */
export interface ViewEngine extends AsyncDisposable {
  all(statement: string, values?: readonly Value[]): Promise<Row[]>;
  /** Runs `work`, whose statements see the records as of one moment. */
  inSnapshot<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A select of the column `value`: the texts of the JSON list `$1`. */
  texts: string;
  /** True if the table exists. A library of an older release lacks newer tables until its next start. */
  has(table: string): Promise<boolean>;
  findDamage(): Promise<string[]>;
  /** Returns those ids in the JSON list `$1` that a server works on. */
  findHeld(list: string): Promise<string[]>;
  isServed(): Promise<boolean>;
}

export function createRecordView(engine: ViewEngine): RecordView {
  const { all, texts } = engine;

  return {
    readFacts: (years) => engine.inSnapshot(() => readFacts(engine, years)),

    ...createMaterialReads(engine),

    async *listLost() {
      let after = '';
      for (;;) {
        const rows = await all(
          `select distinct file_id from ${namedFiles} where file_id > $1
           and not exists (select 1 from files where files.id = file_id) order by file_id limit ${rowsAtOnce}`,
          [after],
        );
        const fileIds = rows.map((row) => String(row['file_id']));
        if (fileIds.length > 0) yield fileIds;
        if (fileIds.length < rowsAtOnce) return;
        after = fileIds.at(-1) ?? '';
      }
    },

    async *listFinished() {
      let after = '';
      for (;;) {
        const rows = await all(
          `select id, sha256, size_bytes from files where is_finished = 1 and id > $1 order by id limit ${rowsAtOnce}`,
          [after],
        );
        const files = rows.map(toFile);
        if (files.length > 0) yield files;
        if (files.length < rowsAtOnce) return;
        after = files.at(-1)?.id ?? '';
      }
    },

    async isStillRecorded({ id, sha256 }) {
      const rows = await all('select 1 as found from files where id = $1 and sha256 = $2 and is_finished = 1', [
        id,
        sha256,
      ]);
      return rows.length > 0;
    },

    async findStates(fileIds) {
      const list = JSON.stringify(fileIds);
      const states = new Map<string, FileState>();
      for (const id of await engine.findHeld(list)) states.set(id, 'held');
      if (await engine.has('removed_files')) {
        const removed = await all(`select id from removed_files where id in (${texts})`, [list]);
        for (const { id } of removed) states.set(String(id), 'removed');
      }
      const found = await all(`select id, is_finished from files where id in (${texts})`, [list]);
      for (const row of found) states.set(String(row['id']), row['is_finished'] ? 'finished' : 'pending');
      return states;
    },

    async findNamesOfFiles(names) {
      const found = await all(
        `select id as name from files where id in (${texts})
         union select sha256 from files where is_finished = 1 and sha256 in (${texts})`,
        [JSON.stringify(names)],
      );
      return new Set(found.map(({ name }) => String(name)));
    },

    isServed: () => engine.isServed(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

function createMaterialReads(engine: ViewEngine): Pick<RecordView, 'listPlaces' | 'listAt' | 'findUses'> {
  const { all, texts } = engine;
  return {
    async listPlaces() {
      const rows = await all(
        `select faculty_id, semester_id, subject, count(*) as materials,
           sum(case when deleted_at is null then 1 else 0 end) as published
         from materials group by faculty_id, semester_id, subject order by faculty_id, semester_id, subject`,
      );
      return rows.map((row) => ({
        facultyId: String(row['faculty_id']),
        semesterId: String(row['semester_id']),
        subject: String(row['subject']),
        published: Number(row['published']),
        inTrash: Number(row['materials']) - Number(row['published']),
      }));
    },

    listAt: ({ facultyId, semesterId, subject }) =>
      list(engine, {
        columns: materialColumns,
        from: 'materials where deleted_at is null and faculty_id = $1 and semester_id = $2 and subject = $3',
        values: [facultyId, semesterId, subject],
        toItem: toNamed,
      }),

    async findUses(fileIds) {
      const rows = await all(
        `select file_id as used, id, title, subject, permissions from materials where file_id in (${texts})
         union all
         select cover_file_id, id, title, subject, permissions from materials where cover_file_id in (${texts})`,
        [JSON.stringify(fileIds)],
      );
      const uses = rows.map((row) => ({
        used: String(row['used']),
        material: { ...toNamed(row), permissions: String(row['permissions']) },
      }));
      const found = Map.groupBy(uses, ({ used }) => used);
      return new Map([...found].map(([used, each]) => [used, each.map(({ material }) => material)]));
    },
  };
}

type Listing<Item> = { columns: string; from: string; values?: readonly Value[]; toItem: (row: Row) => Item };

async function list<Item>(
  { all }: ViewEngine,
  { columns, from, values, toItem }: Listing<Item>,
): Promise<Listed<Item>> {
  const rows = await all(
    `select ${columns}, count(*) over () as total from ${from} order by ${columns} limit ${maxListed}`,
    values,
  );
  return { items: rows.map(toItem), total: Number(rows[0]?.['total'] ?? 0) };
}

async function readFacts(engine: ViewEngine, years: YearLimits): Promise<RecordFacts> {
  const { all, has, findDamage } = engine;
  const listIds = (from: string) => list(engine, { columns: 'id', from, toItem: ({ id }) => String(id) });
  const none = { items: [], total: 0 };
  const damage = await findDamage();
  const [count] = await all('select count(*) as files from files where is_finished = 1');
  return {
    finished: Number(count?.['files'] ?? 0),
    pending: await listIds('files where is_finished = 0'),
    removed: (await has('removed_files')) ? await listIds('removed_files') : none,
    dangling: await list(engine, {
      columns: `${materialColumns}, file_id`,
      from: danglingMaterials,
      toItem: (row) => ({ ...toNamed(row), fileId: String(row['file_id']) }),
    }),
    wrongHarvestRecords: (await has('harvest_records'))
      ? await list(engine, { columns: materialColumns, from: wrongHarvestMaterials, toItem: toNamed })
      : none,
    wrongYears: await listWrongYears(engine, years),
    damage,
  };
}

async function listWrongYears(engine: ViewEngine, { minYear, maxYear, minYearBs, maxYearBs }: YearLimits) {
  // The migration that added staged files directly follows the one that added Bikram Sambat years.
  const hasYearBs = await engine.has('staged_files');
  const isWrong = `(year < $1 or year > $2${hasYearBs ? ' or year_bs < $3 or year_bs > $4' : ''})`;
  return list(engine, {
    columns: `${materialColumns}, year${hasYearBs ? ', year_bs' : ''}`,
    from: `materials where deleted_at is null and ${isWrong}`,
    values: hasYearBs ? [minYear, maxYear, minYearBs, maxYearBs] : [minYear, maxYear],
    toItem: (row) => ({ ...toNamed(row), year: String(row['year'] ?? ''), yearBs: String(row['year_bs'] ?? '') }),
  });
}

const materialColumns = 'id, title, subject';

const toNamed = (row: Row): NamedMaterial => ({
  id: String(row['id']),
  title: row['title'] === null ? null : String(row['title']),
  subject: row['subject'] === null ? null : String(row['subject']),
});

const namedFiles = `(
    select id, title, subject, file_id from materials
    union all select id, title, subject, cover_file_id from materials where cover_file_id is not null
  ) as named`;

const danglingMaterials = `${namedFiles}
  where not exists (select 1 from files where files.id = file_id and is_finished = 1)`;

const wrongHarvestMaterials = `(
    select coalesce(materials.id, material_id) as id, title, materials.subject
    from materials full join harvest_records on material_id = materials.id
    where (case when materials.deleted_at is null and is_public = 1 then 1 else 0 end)
      <> (case when is_deleted = 0 then 1 else 0 end)
  ) as compared`;

const toFile = (row: Row): RemovedFile => ({
  id: String(row['id']),
  sha256: String(row['sha256']),
  sizeBytes: Number(row['size_bytes']),
});
