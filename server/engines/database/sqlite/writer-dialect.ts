import type { SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { closedCode, LibraryClosed } from '#server/machinery/faults/closed-library.ts';
import { WritingHeldUp } from '#server/machinery/faults/read-fault.ts';
import { createLock } from '#server/machinery/queues/lock.ts';
import type { WriterThread } from './writer-thread.ts';

export type WriterLimits = {
  /** Maximum number of callers waiting for the connection. */
  maxWaiting: number;
  /** Timeout of each waiting caller. */
  waitMs: number;
};

/** A hundred small writes take a second even on a slow disk; a person in the panel does not wait longer than this. */
export const usualWriterLimits: WriterLimits = { maxWaiting: 100, waitMs: 5000 };

/**
 * Kysely on the only writing connection. A caller has it until the transaction has ended, however long the disk
 * takes: only then is its outcome known. The others wait, but with a limit (`WritingHeldUp`).
 */
export function createWriterDialect(
  thread: WriterThread,
  { toInput, limits = usualWriterLimits }: { toInput: (value: unknown) => SQLInputValue; limits?: WriterLimits },
): Dialect {
  const lock = createLock(limits);
  let isFirst = true;
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const request = { sql, parameters: parameters.map(toInput), isFirst };
      isFirst = false;
      const { rows, changes, lastInsertRowid } = await thread.run(request).catch(throwClosed);
      return {
        rows: rows as Row[],
        ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
        ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
      };
    },
    streamQuery() {
      throw new Error('database (sqlite): nothing is streamed from the writing connection');
    },
  };
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)));
  const driver: Driver = {
    init: async () => undefined,
    async acquireConnection() {
      const refusal = await lock.acquire();
      if (refusal) throw new WritingHeldUp(refusal);
      isFirst = true;
      return connection;
    },
    // Acquires the write lock at once: a transaction that began by reading could not acquire it after another process
    // wrote.
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => lock.release(),
    destroy: () => thread.close(),
  };
  return {
    createAdapter: () => new ManyWaitersAdapter(),
    createDriver: () => driver,
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function throwClosed(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === closedCode ? new LibraryClosed() : error;
}

/** Kysely's own queue for a single connection has no limit. To avoid it, this claims several; `lock` has the queue. */
class ManyWaitersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
