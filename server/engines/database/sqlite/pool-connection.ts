import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Logger,
} from 'kysely';
import { currentCaller } from '#server/machinery/queues/caller.ts';
import type { ReadPool } from './read-pool.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';

/** Returns a read-only connection whose statements run in the pool, in the lane of the current caller. */
export function connectPool(pool: Pick<ReadPool, 'read'>, log?: Logger): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      return { rows: (await pool.read(currentCaller(), sql, parameters)) as Row[] };
    },
    streamQuery: refuse,
  };
  const dialect: Dialect = {
    createAdapter: () => new PoolAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
  };
  return new Kysely<Tables>(log ? { dialect, log } : { dialect });
}

/** Statements of the pool run concurrently. */
class PoolAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function refuse(): never {
  throw new Error('database (sqlite): the read pool runs single statements only');
}
