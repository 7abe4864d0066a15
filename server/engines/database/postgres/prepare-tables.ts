import path from 'node:path';
import { migrate, readMigrations, type AppliedMigration, type Migratable } from '#server/engines/database/migrate.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { readCompatibility } from './additive.ts';
import type { Patience } from './patience.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { Unfit } from './postgres-errors.ts';
import { requireVacant } from './require-vacant.ts';
import { createLine, type Line } from './transfer-line.ts';

/** The folder of the migrations of this engine. */
export const postgresMigrations = path.join(import.meta.dirname, '..', 'migrations', 'postgres');

/** The oldest supported version, in the format of `server_version_num`. */
const oldestVersion = 150_000;

/** The advisory lock for migrations. */
const migrationLock = 4_100_740_002;

/**
 * Time that a migration waits for servers that use a table. After that the migration fails, nothing is changed, and the
 * start can be repeated.
 */
const lockMs = 20_000;

type PrepareOptions = {
  now: () => number;
  migrations?: string;
  mayMigrate?: boolean;
  /**
   * True if the database is for a new copy of a library: one with other content is refused before anything is changed.
   */
  isNew?: boolean;
  patience?: Patience;
};

/**
 * Checks the server and migrates the tables in one transaction. Nodes that start at the same time do this one after the
 * other, so only the first one migrates. Throws Unfit, NotVacant, or the server's error.
 */
export async function prepareTables(
  address: PostgresAddress,
  { now, migrations = postgresMigrations, mayMigrate = true, isNew = false, patience }: PrepareOptions,
): Promise<void> {
  const line = createLine(address, patience);
  try {
    await requireFit(line, address);
    await line.inTransaction(async () => {
      // Another node may be migrating, with no time limit.
      await line.runLong(`set local lock_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`);
      if (isNew) await requireVacant(line, address, readMigrations(migrations));
      const tables = migratable(line, now);
      await migrate(mayMigrate ? tables : { ...tables, apply: refuse }, migrations);
    });
  } finally {
    await line.end();
  }
}

async function refuse(): Promise<never> {
  throw new Unfit('the library in it is of another release, or there is none; start this server once first');
}

type Facts = { version: number; name: string; encoding: string; is_copy: number };

async function requireFit(line: Line, address: PostgresAddress): Promise<void> {
  const { rows } = await line.run(
    `select cast(current_setting('server_version_num') as integer) as version, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_copy`,
  );
  const [facts] = rows as Facts[];
  if (!facts) throw new Unfit(`${describeAddress(address)} does not report its version`);
  const problem = describeUnfit(facts, address);
  if (problem) throw new Unfit(problem);
}

/** Returns the reason why a server can't be used for the library, and what to do; null if it can. */
export function describeUnfit(
  { version, name, encoding, is_copy: isCopy }: Facts,
  address: PostgresAddress,
): string | null {
  const { host, port, database } = address;
  if (version < oldestVersion)
    return `the server ${host}:${port} is PostgreSQL ${name}; 15 is the oldest supported version, upgrade it`;
  if (encoding !== 'UTF8')
    return `the database "${database}" has the encoding ${encoding}; create one with UTF8 (createdb --encoding=UTF8 --template=template0 ...)`;
  if (isCopy) return `the server ${host}:${port} is a read-only replica; name the primary server`;
  return null;
}

/** All statements run in the open transaction. */
function migratable(line: Line, now: () => number): Migratable {
  return {
    async listApplied() {
      await line.runLong(
        'create table if not exists migrations (name text collate "C" primary key, digest text not null, applied_at bigint not null)',
      );
      // A later migration added the column.
      const { rows } = await line.run(
        `select name, digest, to_jsonb(migrations) ->> 'compatible_with' as "compatibleWith" from migrations order by name`,
      );
      return rows as AppliedMigration[];
    },
    async apply({ name, digest, script }) {
      const compatibleWith = readCompatibility(name, script);
      try {
        // Running servers wait for this; a long read must not make them wait longer than the limit.
        await line.run(`set local lock_timeout = ${lockMs}`);
        await line.runLong(script);
      } catch (cause) {
        if (isRefused(cause) || cause instanceof DatabaseFailing) throw cause;
        throw new Error(`database (postgres): the migration "${name}" failed, nothing was changed`, { cause });
      }
      const values = [name, digest, now()];
      await line.run('insert into migrations (name, digest, applied_at) values ($1, $2, $3)', values);
      if (compatibleWith !== null)
        await line.run('update migrations set compatible_with = $1 where name = $2', [compatibleWith, name]);
    },
  };
}

/** True if the user of the database may not create tables. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}
