import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { keepStatements } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { keyOf } from '#server/engines/search-index/page-keys.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { textOfMaterial } from '#server/engines/search-index/text-words.ts';
import { selectStates } from './index-file.ts';
import { createPageRows } from './page-rows.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * Number of calls in a transaction in bulk; each is of some 60 pages at most. Counts of words are written once for all of
 * them.
 */
const bulkCalls = 100;
/** Bytes of terms that FTS5 collects before it writes them. */
const bulkTermBytes = 16n * 1024n * 1024n;
const usualTermBytes = 1024n * 1024n;

/**
 * Runs the transactions of the connection that writes the index. In bulk one transaction is of many calls; after an error
 * every further call fails.
 */
function createTransactions(parts: {
  database: DatabaseSync;
  run: (sql: string, ...given: SQLInputValue[]) => unknown;
  vocabulary: Vocabulary;
  isBulk: boolean;
}) {
  const { database, run, vocabulary, isBulk } = parts;
  const setTermBytes = (bytes: bigint) => run("insert into terms (terms, rank) values ('hashsize', ?)", bytes);
  let calls = 0;
  let failure: unknown = null;
  if (isBulk) setTermBytes(bulkTermBytes);

  function commit(): void {
    vocabulary.flush();
    database.exec('commit');
    calls = 0;
  }

  return {
    /** Does all of the work or nothing, and throws its error. */
    transaction<Result>(work: () => Result): Result {
      if (failure !== null) throw failure;
      if (!isBulk && database.isTransaction) database.exec('rollback');
      if (!database.isTransaction) {
        vocabulary.reset();
        database.exec('begin immediate');
      }
      try {
        const result = work();
        calls += 1;
        if (!isBulk || calls >= bulkCalls) commit();
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        vocabulary.forget();
        if (isBulk) failure = error;
        throw error;
      }
    },

    /** Ends writing in bulk: commits, and merges the data of searches into one piece. */
    endBulk(): void {
      if (failure !== null) throw failure;
      if (database.isTransaction) commit();
      setTermBytes(usualTermBytes);
      run("insert into terms (terms) values ('optimize')");
    },
  };
}

/** The functions of the port that write, without promises: they run in the writing thread. */
export type IndexWrites = {
  [Name in 'begin' | 'putPages' | 'finish' | 'remove' | 'list' | 'count' | 'idsOf']: (
    ...given: Parameters<SearchIndex[Name]>
  ) => Awaited<ReturnType<SearchIndex[Name]>>;
} & {
  /** Ends writing in bulk: commits, and merges the data of searches into one piece. */
  endBulk(): void;
};

type Row = Record<string, unknown>;

/**
 * Creates the functions that write the index, on its connection. `isBulk` is for a file that is discarded unless all of
 * it is written: nothing is safe before `endBulk`, and after an error every call fails.
 */
export function createIndexWrites(database: DatabaseSync, isBulk = false): IndexWrites {
  const prepare = keepStatements((sql) => database.prepare(sql));
  const get = (sql: string, ...given: SQLInputValue[]): Row | undefined => prepare(sql).get(...given);
  const run = (sql: string, ...given: SQLInputValue[]) => prepare(sql).run(...given);
  const vocabulary = createVocabulary(prepare);
  const rows = createPageRows(prepare, vocabulary);
  const { transaction, endBulk } = createTransactions({ database, run, vocabulary, isBulk });

  return {
    begin({ sequence, id, sha256, texts }) {
      transaction(() => {
        const known = get('select sha256 from materials where sequence = ?', sequence);
        if (known && known['sha256'] !== sha256) for (const key of rows.pagesOf(sequence)) rows.removePage(key);
        run(
          `insert into materials (sequence, id, sha256) values (?, ?, ?)
            on conflict do update set id = excluded.id, sha256 = excluded.sha256, updated_at = null`,
          sequence,
          id,
          sha256,
        );
        rows.putMaterial(sequence, textOfMaterial(texts));
      });
    },

    putPages(sequence, pages) {
      transaction(() => {
        if (get('select 1 from materials where sequence = ?', sequence)) rows.putPages(sequence, pages);
      });
    },

    finish(sequence, { textVersion, updatedAt, lastPage }) {
      transaction(() => {
        for (const key of rows.pagesOf(sequence)) if (key > keyOf(sequence, lastPage)) rows.removePage(key);
        run(
          'update materials set text_version = ?, updated_at = ? where sequence = ?',
          textVersion,
          updatedAt,
          sequence,
        );
      });
    },

    remove(sequence) {
      transaction(() => {
        for (const key of rows.pagesOf(sequence)) rows.removePage(key);
        rows.removePage(keyOf(sequence, 0));
        run('delete from materials where sequence = ?', sequence);
      });
    },

    list: (page) => selectStates(prepare, page),

    idsOf(sha256) {
      return prepare('select id from materials where sha256 = ? order by sequence')
        .all(sha256)
        .map((row) => String(row['id']));
    },

    endBulk,

    count() {
      const row = get(
        `select (select count(*) from materials) as materials, (select pages from totals) as pages,
          (select count(*) from words) as words`,
      );
      return { materials: Number(row?.['materials']), pages: Number(row?.['pages']), words: Number(row?.['words']) };
    },
  };
}
