import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Number of calls in one transaction in bulk; each has at most some 60 pages. Word counts are written once for all of
 * them.
 */
const bulkCalls = 100;
/** Bytes of terms that FTS5 collects before it writes them. */
const bulkTermBytes = 16n * 1024n * 1024n;
const usualTermBytes = 1024n * 1024n;

/**
 * Runs the transactions of the connection that writes the index. In bulk, one transaction has many calls; after an
 * error, every further call fails.
 */
export function createTransactions(parts: {
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
    /** Runs all of the work or nothing, and throws its error. */
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

    /** Ends writing in bulk: commits, and merges the search data into one segment. */
    endBulk(): void {
      if (failure !== null) throw failure;
      if (database.isTransaction) commit();
      setTermBytes(usualTermBytes);
      run("insert into terms (terms) values ('optimize')");
    },
  };
}
