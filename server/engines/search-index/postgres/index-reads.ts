import type { RunStatement } from '#server/engines/database/postgres/read-lane.ts';
import { createSearcher } from '#server/engines/search-index/find-pages.ts';
import type { IndexReads } from '#server/engines/search-index/index-reads.ts';
import { createIndexVocabulary } from '#server/engines/search-index/index-vocabulary.ts';
import { createKnownKeys } from '#server/engines/search-index/known-keys.ts';
import type { IndexFindings, IndexRequest } from '#server/engines/search-index/search-index.ts';
import { listed, selectState, tablesOf, type IndexState, type IndexTables } from './index-tables.ts';
import { createMaterialLookUp } from './look-up-materials.ts';
import { countWords, findNear, readWordRows } from './word-rows.ts';

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
 * Creates the searches, each in a separate transaction run by `transaction`. `check` throws if the search is aborted.
 */
export function createIndexSearcher(
  transaction: <Result>(work: (run: RunStatement) => Promise<Result>) => Promise<Result>,
  check: () => void,
): (request: IndexRequest) => Promise<IndexFindings> {
  const known = createKnownKeys();
  const materials = createMaterialLookUp();

  async function search(run: RunStatement, request: IndexRequest): Promise<IndexFindings | null> {
    const [state] = (await run(begin)) as Begun[];
    if (!state) throw new Error('search index (postgres): its state is missing');
    await materials.update(run, state.revision);
    const reads = openReads(run, tablesOf(state.slot), `${state.generation}.${state.edition}`);
    const findings = await createSearcher(reads)(request);
    const [now] = (await run(selectState)) as IndexState[];
    // Another index replaced it meanwhile: the data read may be of neither.
    return now?.generation === state.generation ? findings : null;
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
      const findings = await transaction((run) => search(run, request));
      if (findings) return findings;
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
