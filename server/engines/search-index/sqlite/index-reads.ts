import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { keepStatements } from '#server/engines/database/sqlite/sqlite-connection.ts';
import type { IndexReads } from '#server/engines/search-index/index-reads.ts';
import { createIndexVocabulary } from '#server/engines/search-index/index-vocabulary.ts';
import { createKnownKeys } from '#server/engines/search-index/known-keys.ts';
import type { Keys } from '#server/engines/search-index/page-keys.ts';
import { createMaterialFacts } from './look-up-materials.ts';
import { countWords, findNear, openWordRows } from './word-rows.ts';

/**
 * Opens the reads of searches, on two connections: the index, and the database of materials. `check` throws if the search
 * is aborted.
 */
export function openIndexReads(index: DatabaseSync, library: DatabaseSync, check: () => void): IndexReads {
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
