import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import { keepStatements } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { createSearcher } from '#server/engines/search-index/find-pages.ts';
import { createKnownKeys, type IndexReads } from '#server/engines/search-index/index-reads.ts';
import { createIndexVocabulary } from '#server/engines/search-index/index-vocabulary.ts';
import { mayRead, type FoundFacts, type MaterialFacts } from '#server/engines/search-index/material-facts.ts';
import type { IndexFindings, IndexRequest } from '#server/engines/search-index/search-index.ts';
import type { Keys } from '#server/engines/search-index/page-keys.ts';
import { countWords, findNear, openWordRows } from './word-rows.ts';

/** Maximum number of materials cached for one set of readers. About 200 bytes each. */
const maxKnown = 200_000;

/**
 * Looks up materials in their database, so that hidden, trashed or unreadable ones are never found. Rows are reused
 * until `revision` changes.
 */
function createMaterialFacts(database: DatabaseSync) {
  let known = new Map<number, MaterialFacts | null>();
  let knownFor = '';

  function condition(readers: Readers): { sql: string; roles: string[] } {
    if (readers === 'everything') return { sql: '', roles: [] };
    const roles = readers.filter((role) => role !== 'any');
    if (roles.length === 0) return { sql: 'and m.is_public = 1', roles };
    const list = roles.map(() => '?').join(', ');
    return {
      sql: `and (m.is_public = 1 or exists (select 1 from material_readers r where r.material_id = m.id and r.role in (${list})))`,
      roles,
    };
  }

  /** Returns those of the materials that these readers may read. */
  return function lookUp(sequences: readonly number[], readers: Readers, revision: string): FoundFacts {
    const key = JSON.stringify([revision, readers]);
    if (key !== knownFor || known.size > maxKnown) known = new Map();
    knownFor = key;
    const missing = sequences.filter((sequence) => !known.has(sequence));
    if (missing.length > 0) {
      const { sql, roles } = condition(readers);
      const rows = database
        .prepare(
          `select m.sequence, m.id, m.kind, m.faculty_id, m.semester_id, m.subject, m.year, m.year_bs,
              f.permissions
            from json_each(?) s cross join materials m on m.sequence = s.value join files f on f.id = m.file_id
            where m.deleted_at is null ${sql}`,
        )
        .all(JSON.stringify(missing), ...roles);
      for (const sequence of missing) known.set(sequence, null);
      for (const row of rows)
        known.set(Number(row['sequence']), {
          id: String(row['id']),
          kind: row['kind'] as MaterialKind,
          facultyId: String(row['faculty_id']),
          semesterId: String(row['semester_id']),
          subject: String(row['subject']),
          year: row['year'] === null ? null : Number(row['year']),
          yearBs: row['year_bs'] === null ? null : Number(row['year_bs']),
          isTextHidden: !mayRead(readPermissions(String(row['permissions'])), readers),
        });
    }
    const found = new Map<number, MaterialFacts>();
    let isComplete = true;
    for (const sequence of sequences) {
      const facts = known.get(sequence);
      if (facts) found.set(sequence, facts);
      if (!facts || facts.isTextHidden) isComplete = false;
    }
    return { found, isComplete };
  };
}

/** Creates the searches on these connections, as `openIndexReads` does; each sees one state of the index. */
export function createIndexSearcher(
  index: DatabaseSync,
  library: DatabaseSync,
  check: () => void,
): (request: IndexRequest) => Promise<IndexFindings> {
  const search = createSearcher(openIndexReads(index, library, check));
  return async (request) => {
    // Otherwise words could be corrected by one state of the index, and their pages found in the next.
    index.exec('begin');
    try {
      return await search(request);
    } finally {
      if (index.isTransaction) index.exec('commit');
    }
  };
}

/**
 * Opens the reads of searches, on two connections: the index, and the database of materials. `check` throws if the search
 * is aborted.
 */
function openIndexReads(index: DatabaseSync, library: DatabaseSync, check: () => void): IndexReads {
  const prepare = keepStatements((sql) => index.prepare(sql));
  const vocabulary = createIndexVocabulary(openWordRows(prepare));
  const lookUp = createMaterialFacts(library);
  const known = createKnownKeys();

  return {
    openVocabulary: () => vocabulary,
    findNear: (words) => words.map((word) => findNear(prepare, word)),

    countWords: (words) => countWords(prepare, words),

    findKeys(match) {
      if (match === null) return [];
      const before = known.get(match, prepare('pragma data_version').get()?.['data_version']);
      if (before) return before;
      check();
      const row = prepare('select json_group_array(rowid) as keys from terms where terms match ?').get(match);
      const keys = JSON.parse(String(row?.['keys'])) as number[];
      known.set(match, keys);
      return keys;
    },

    readStreams: (keys, visit) => readStreams(keys, { prepare, check }, visit),

    nameWord(id) {
      const row = prepare('select word from words where id = ?').get(id);
      return row ? String(row['word']) : null;
    },

    lookUp: (sequences, { readers, revision }) => lookUp(sequences, readers, revision),
  };
}

/** Number of pages read in one statement, about a millisecond; between two statements a search can be aborted. */
const readAtOnce = 256;

/** Calls `visit` for each of these pages that is in the index. `check` throws if the search is aborted. */
function readStreams(
  keys: Keys,
  { prepare, check }: { prepare: (sql: string) => StatementSync; check: () => void },
  visit: (key: number, words: Uint8Array) => void,
): void {
  const statement = prepare('select p.id, p.words from json_each(?) k cross join pages p on p.id = k.value');
  // Rows as arrays, all at once, take a third less time.
  statement.setReturnArrays(true);
  for (let at = 0; at < keys.length; at += readAtOnce) {
    check();
    const rows = statement.all(JSON.stringify(keys.slice(at, at + readAtOnce))) as unknown as [number, Uint8Array][];
    for (const [key, words] of rows) visit(key, words);
  }
}
