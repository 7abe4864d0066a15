import { sql, type Kysely, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { SearchTerm } from './search-words.ts';
import type { Tables } from './tables.ts';

/** `isApart` is true if it ran outside the main thread; its time then includes the waiting. */
export type QueryRun = { sql: string; parameters: readonly unknown[]; durationMs: number; isApart: boolean };

/** A connection, or the transaction that is running on one. */
export type Connection = Kysely<Tables>;

/** The engine-specific parts that the SQL of this folder needs. Everything else is the same for every engine. */
export type Engine = {
  /**
   * For reads that an index answers with few rows. Runs in the main thread, which is faster for those. Never waits
   * for a writer. Inside a transaction, the same connection as `write`.
   */
  read: Connection;
  /**
   * For reads that may visit many rows: outside the main thread, with a deadline and a bounded queue for each kind of
   * caller (caller.ts). Throws Problem `general_service_unavailable`. Inside a transaction, the same as `write`.
   */
  scan: Connection;
  /**
   * A condition that always holds. Evaluated for each visited row, by its sequence, it ends an aborted statement on
   * `scan`.
   */
  notAborted(sequence: RawBuilder<unknown>): RawBuilder<SqlBool>;
  write: Connection;
  /**
   * Runs work on `connection` that may fail: the transaction continues without it if the error is caught. Not for
   * faults of the database, which end the transaction.
   */
  apart<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result>;
  /** A condition on a row of `materials`: its title contains all of these terms, of which there is at least one. */
  titleMatches(terms: readonly SearchTerm[]): RawBuilder<SqlBool>;
  /**
   * A condition on a row of `materials`, answered by an index, that holds for at least every row whose folded title
   * contains this folded text; null if the index can't answer it, as for a text of two letters.
   */
  titleMayHold(foldedText: string): RawBuilder<SqlBool> | null;
  /** The stored forms of a title for `titleMatches` and `titleOrder`. */
  titleColumns(title: string): { title_words: string; title_key?: string };
  /** The natural order of titles (domain/text/natural-order.ts) on a row of `materials`. Indexed. */
  titleOrder: RawBuilder<string>;
  lists: ListSql;
  /** Milliseconds since 1970. */
  now(): number;
  /** The downloadUrl of a file is `prefix`, its id, `suffix`. */
  fileUrl: { prefix: string; suffix: string };
};

/** Lists of any length as one parameter, in parentheses, so that one statement serves all lengths. */
export type ListSql = {
  /** A table with the column `value`: one text in each row. */
  texts(list: readonly string[]): RawBuilder<string>;
  /** A table with the column `value`: a JSON object or list in each row, from which `->>` reads texts. */
  rows(list: readonly unknown[]): RawBuilder<unknown>;
};

/** Runs `work` in the current transaction, or in a new one. */
export function atomically<Result>(
  connection: Connection,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return connection.isTransaction ? work(connection as Transaction<Tables>) : connection.transaction().execute(work);
}

/** The value for `updated_at`: now, or a millisecond after the previous one, so that it increases on every write. */
export function movedOn(now: number): RawBuilder<number> {
  return sql<number>`case when updated_at >= ${now} then updated_at + 1 else ${now} end`;
}

/** Returns the parts of the downloadUrl of a file. */
export function fileUrlParts(publicUrl: string, ids: ContractIds): Engine['fileUrl'] {
  // A placeholder for the file's id: no identifier can contain this character.
  const mark = '!';
  const [prefix = '', suffix = ''] = `${publicUrl}${api.filePreview(ids, mark)}`.split(mark);
  return { prefix, suffix };
}
