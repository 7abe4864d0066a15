import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import type { ReadLane, RunStatement } from '#server/engines/database/postgres/read-lane.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import { createSearcher } from '#server/engines/search-index/find-pages.ts';
import { createKnownKeys, type IndexReads } from '#server/engines/search-index/index-reads.ts';
import { createIndexVocabulary } from '#server/engines/search-index/index-vocabulary.ts';
import { mayRead, type FoundFacts, type MaterialFacts } from '#server/engines/search-index/material-facts.ts';
import type { IndexFindings, IndexRequest } from '#server/engines/search-index/search-index.ts';
import { listed, selectState, tablesOf, type IndexState, type IndexTables } from './index-tables.ts';
import { countWords, findNear, readWordRows } from './word-rows.ts';

/** Maximum number of cached materials. About 300 bytes each, in each thread that searches. */
const maxKnown = 200_000;
/** Maximum number of changes since the last search; after more, everything is looked up again. */
const maxChanges = 1000;

/** A material that is not in the trash, and the readers of the material and of its file. */
type Known = { facts: Omit<MaterialFacts, 'isTextHidden'>; roles: readonly string[] | null; filePermissions: string };

type Row = [
  sequence: number,
  id: string,
  kind: MaterialKind,
  facultyId: string,
  semesterId: string,
  subject: string,
  year: number | null,
  yearBs: number | null,
  /** The roles that may read the material; null if everybody may. */
  roles: string[] | null,
  filePermissions: string,
];

/**
 * Looks up materials in the same database, at the moment of the search. A row that was read before is reused only while
 * the revision of its material, which triggers maintain, is unchanged.
 */
function createMaterialLookUp() {
  const known = new Map<number, Known | null>();
  let revision: number | null = null;

  /** Forgets the changes since the search before, by any node. */
  async function forgetChanged(run: RunStatement): Promise<void> {
    const rows = (await run(
      `select sequence, revision from material_revisions where revision > $1 order by revision limit ${maxChanges}`,
      [revision ?? 0],
    )) as { sequence: number; revision: number }[];
    for (const { sequence } of rows) known.delete(sequence);
    revision = rows.at(-1)?.revision ?? revision;
  }

  /** Updates the cache. `latest` is the greatest revision now. */
  async function update(run: RunStatement, latest: number): Promise<void> {
    if (revision !== null && latest > revision) await forgetChanged(run);
    // At first, after very many changes, and when an older state of the records was restored.
    if (revision !== latest || known.size > maxKnown) known.clear();
    revision = latest;
  }

  async function read(run: RunStatement, sequences: readonly number[]): Promise<void> {
    const [row] = (await run(selectFacts, [JSON.stringify(sequences)])) as { rows: string }[];
    for (const sequence of sequences) known.set(sequence, null);
    for (const each of JSON.parse(row?.rows ?? '[]') as Row[]) known.set(each[0], toKnown(each));
  }

  /** Returns those of the materials that the readers may read. */
  async function lookUp(run: RunStatement, sequences: readonly number[], readers: Readers): Promise<FoundFacts> {
    const missing = sequences.filter((sequence) => !known.has(sequence));
    if (missing.length > 0) await read(run, missing);
    const found = new Map<number, MaterialFacts>();
    let isComplete = true;
    for (const sequence of sequences) {
      const each = known.get(sequence);
      if (!each || !isAmong(each.roles, readers)) {
        isComplete = false;
        continue;
      }
      const isTextHidden = !mayRead(readPermissions(each.filePermissions), readers);
      if (isTextHidden) isComplete = false;
      found.set(sequence, { ...each.facts, isTextHidden });
    }
    return { found, isComplete };
  }

  return { update, lookUp };
}

const selectFacts = `
  select coalesce(json_agg(json_build_array(m.sequence, m.id, m.kind, m.faculty_id, m.semester_id, m.subject, m.year,
    m.year_bs, case when m.is_public = 0 then
      (select coalesce(json_agg(r.role), '[]') from material_readers r where r.material_id = m.id) end, f.permissions)), '[]')
    as rows
  from materials m join files f on f.id = m.file_id
  where m.sequence = ${listed.numbers(1)} and m.deleted_at is null`;

function toKnown(row: Row): Known {
  const [, id, kind, facultyId, semesterId, subject, year, yearBs, roles, filePermissions] = row;
  return { facts: { id, kind, facultyId, semesterId, subject, year, yearBs }, roles, filePermissions };
}

function isAmong(roles: readonly string[] | null, readers: Readers): boolean {
  return roles === null || readers === 'everything' || roles.some((role) => readers.includes(role));
}

/** Number of pages whose words are read in one statement: some megabytes. */
const readAtOnce = 2000;

/**
 * Settings of each search. All found pages are visited in the table, so the list of them should fit into memory.
 * Compiling a statement would take longer than running it.
 */
const begin = `set local work_mem = '32MB'; set local jit = off;
  select *, (select coalesce(max(revision), 0) from material_revisions) as revision from (${selectState}) as state`;

type Begun = IndexState & { revision: number };

/**
 * Creates the searches, each in a separate transaction of `lane`, which sees one state of the index. `check` throws if
 * the search is aborted.
 */
export function createIndexSearcher(
  lane: Pick<ReadLane, 'transaction' | 'read'>,
  check: () => void,
): (request: IndexRequest) => Promise<IndexFindings> {
  const known = createKnownKeys();
  const materials = createMaterialLookUp();

  async function search(run: RunStatement, request: IndexRequest) {
    const [state] = (await run(begin)) as Begun[];
    if (!state) throw new Error('search index (postgres): its state is missing');
    await materials.update(run, state.revision);
    const reads = openReads(run, tablesOf(state.slot), `${state.generation}.${state.edition}`);
    return { state, findings: await createSearcher(reads)(request) };
  }

  function openReads(run: RunStatement, tables: IndexTables, version: string): IndexReads {
    return {
      openVocabulary: async (query) => createIndexVocabulary(await readWordRows(run, tables, query)),
      findNear: (words) => findNear(run, tables, words),

      countWords: (words) => countWords(run, tables, words),

      async findKeys(match) {
        if (match === null) return [];
        const before = known.get(match, version);
        if (before) return before;
        check();
        const keys = await readKeys(run, tables, match);
        known.set(match, keys);
        return keys;
      },

      async readStreams(keys, visit) {
        for (let at = 0; at < keys.length; at += readAtOnce) {
          check();
          const asked = JSON.stringify(keys.slice(at, at + readAtOnce));
          const rows = await run(`select key, words from ${tables.pages} where key = ${listed.numbers(1)}`, [asked]);
          for (const { key, words } of rows as { key: number; words: Buffer }[]) visit(key, words);
        }
      },

      async nameWord(id) {
        const [row] = (await run(`select word from ${tables.words} where id = $1`, [id])) as { word: string }[];
        return row?.word ?? null;
      },

      lookUp: (sequences, { readers }) => materials.lookUp(run, sequences, readers),
    };
  }

  return async (request) => {
    for (;;) {
      const { state, findings } = await lane.transaction((run) => search(run, request));
      // Tables that were emptied are empty in every snapshot: if another index replaced this one, the data may be of
      // neither.
      const [now] = (await lane.read(selectState, [])) as IndexState[];
      if (now?.generation === state.generation) return findings;
      check();
    }
  };
}

async function readKeys(run: RunStatement, { terms }: IndexTables, match: string): Promise<number[]> {
  const [row] = (await run(
    `select array_agg(key)::text as keys from ${terms} where search_vector(terms) @@ $1::tsquery`,
    [toTextQuery(match)],
  )) as { keys: string | null }[];
  const keys = JSON.parse(`[${row?.keys?.slice(1, -1) ?? ''}]`) as number[];
  return isAscending(keys) ? keys : [...Float64Array.from(keys).sort()];
}

/**
 * Converts an expression of FTS5 to the syntax of the type `tsquery`. Terms consist of lower-case letters and digits
 * (page-terms.ts).
 */
function toTextQuery(match: string): string {
  return match.replaceAll(' AND ', ' & ').replaceAll(' OR ', ' | ').replaceAll(' NOT ', ' & !');
}

/**
 * True if the keys ascend. Rows are found in the order in which they were stored, which often is that of their keys.
 */
function isAscending(keys: readonly number[]): boolean {
  for (let index = 1; index < keys.length; index += 1) if ((keys[index] ?? 0) < (keys[index - 1] ?? 0)) return false;
  return true;
}
