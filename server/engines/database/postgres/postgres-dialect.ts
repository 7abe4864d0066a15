import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Logger,
} from 'kysely';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { ReadLane } from './read-lane.ts';

/** Connects Kysely to PostgreSQL with our own driver. */
export function connect(driver: Driver, log?: Logger): Kysely<Tables> {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (database: Kysely<never>) => new PostgresIntrospector(database),
    createQueryCompiler: () => new NumberCompiler(),
  };
  return new Kysely<Tables>(log ? { dialect, log } : { dialect });
}

/** Returns a read-only connection. Each statement runs in the lane that `lane` returns when it starts. */
export function connectLane(lane: () => Pick<ReadLane, 'read'>, log?: Logger): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      return { rows: (await lane().read(sql, parameters)) as Row[] };
    },
    streamQuery: refuse,
  };
  return connect(
    {
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    },
    log,
  );
}

/**
 * Compiles numbers with their type. PostgreSQL infers the type of a parameter from the other side of a comparison, and
 * would reject a number that is not a 64-bit integer for an integer column, while SQLite compares it.
 */
class NumberCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(value);
    if (typeof value === 'number' && !Number.isSafeInteger(value)) this.append('::double precision');
  }
}

function refuse(): never {
  throw new Error('database (postgres): the connections that read run single statements only');
}
