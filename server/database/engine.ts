import { sql, type Kysely, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { SearchTerm } from './search-words.ts';
import type { Tables } from './tables.ts';

/** A connection, or the transaction that is running on one. */
export type Connection = Kysely<Tables>;

/** What the SQL of this folder stands on. All else is the same for every engine. */
export type Engine = {
  /** For reading; never waits for a writer. Inside a transaction the same connection as `write`. */
  read: Connection;
  write: Connection;
  /** A condition on a row of `materials`: its title holds all of these terms. Never called with none. */
  titleMatches(terms: readonly SearchTerm[]): RawBuilder<SqlBool>;
  /** Milliseconds since 1970. */
  now(): number;
  /** A file's downloadUrl is `prefix`, its id, `suffix`. */
  fileUrl: { prefix: string; suffix: string };
};

/** Runs `work` in a transaction: the one that is running, or a new one. */
export function atomically<Result>(
  connection: Connection,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return connection.isTransaction ? work(connection as Transaction<Tables>) : connection.transaction().execute(work);
}

/** The moment to write into `updated_at`: now, or a millisecond after the last one, so that it moves on every write. */
export function movedOn(now: number): RawBuilder<number> {
  return sql<number>`case when updated_at >= ${now} then updated_at + 1 else ${now} end`;
}
