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
import type { Tables } from '#server/database/tables.ts';
import type { ReadLane } from './read-lane.ts';

/** Kysely on PostgreSQL with a driver of ours. */
export function connect(driver: Driver, log?: Logger): Kysely<Tables> {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (database: Kysely<never>) => new PostgresIntrospector(database),
    createQueryCompiler: () => new NumberCompiler(),
  };
  return new Kysely<Tables>(log ? { dialect, log } : { dialect });
}

/** A read-only connection whose statements run in the lane that `lane` names at the moment of each. */
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
 * The server takes the type of a parameter from what it is compared with. A number that is no whole number of 64 bits would
 * then be refused beside a column of whole numbers, where SQLite compares it.
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
