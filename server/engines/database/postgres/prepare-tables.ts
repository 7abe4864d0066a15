import path from 'node:path';
import {
  checkApplied,
  migrate,
  readMigrations,
  type AppliedMigration,
  type Migratable,
  type Migration,
} from '#server/engines/database/migrate.ts';
import { movedTables, placeSettings } from '#server/engines/database/transfer/moved-tables.ts';
import { arrivingSetting } from '#server/machinery/faults/closed-library.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import type { Patience } from './client-config.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { NotVacant, Unfit } from './postgres-errors.ts';
import { createLine, type Line } from './transfer-line.ts';

/** Maximum number of foreign tables named in the message. */
const maxNamed = 3;

/**
 * Throws NotVacant if the schema for the library's tables has tables of another program, or a library of another
 * release. Accepts an empty schema, one marked as arriving, and tables of this release, whose rows the caller checks.
 * Only reads, in the open transaction.
 */
async function requireVacant(line: Line, address: PostgresAddress, known: readonly Migration[]): Promise<void> {
  const tables = await listTables(line);
  if (tables.length === 0) return;
  const applied = tables.includes('migrations') ? await readApplied(line) : null;
  if (applied === null)
    throw notVacant(
      address,
      `it has tables that are not an Examshelf library's (${tables.slice(0, maxNamed).join(', ')}${tables.length > maxNamed ? ', …' : ''})`,
    );
  if (isOfThisRelease(known, applied)) return;
  const hasSettings = tables.includes('settings');
  if (hasSettings && (await hasRows(line, 'settings', `name = '${arrivingSetting}'`))) return;
  for (const { name } of movedTables) {
    if (!tables.includes(name) || name.endsWith('_clock')) continue;
    const condition =
      name === 'settings' ? `name not in (${placeSettings.map((each) => `'${each}'`).join(', ')})` : 'true';
    if (await hasRows(line, name, condition))
      throw notVacant(address, `it holds a library of another release of this program (it has rows in ${name})`);
  }
}

function notVacant(address: PostgresAddress, why: string): NotVacant {
  return new NotVacant(
    `the database ${describeAddress(address)} is not empty: ${why}. Nothing was changed; name an empty one (createdb --encoding=UTF8 --template=template0 ...)`,
  );
}

/** Lists the tables in the schema of the library's tables, except those of an extension. */
async function listTables(line: Line): Promise<string[]> {
  const { rows } = await line.run(
    `select relname as name from pg_class
     where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname`,
  );
  return rows.map(({ name }) => String(name));
}

/** Returns null if the table of that name belongs to another program. */
async function readApplied(line: Line): Promise<AppliedMigration[] | null> {
  const { rows: columns } = await line.run(
    `select attname as name from pg_attribute
     where attrelid = to_regclass('migrations') and attnum > 0 and attname in ('name', 'digest', 'applied_at')`,
  );
  if (columns.length < 3) return null;
  const { rows } = await line.run(
    `select name, digest, to_jsonb(migrations) ->> 'compatible_with' as "compatibleWith" from migrations order by name`,
  );
  return rows as AppliedMigration[];
}

function isOfThisRelease(known: readonly Migration[], applied: readonly AppliedMigration[]): boolean {
  try {
    return checkApplied(known, applied).length === 0;
  } catch {
    return false;
  }
}

async function hasRows(line: Line, table: string, condition: string): Promise<boolean> {
  const { rows } = await line.run(`select 1 from ${table} where ${condition} limit 1`);
  return rows.length > 0;
}

const header = /^-- compatible-with: (\S+\.sql)$/m;

/** Statements that a server without this migration can run with. */
const additions: readonly RegExp[] = [
  /^create table /,
  /^create index /,
  /^create sequence /,
  /^select setval\(/,
  /^create (?:or replace )?(?:function|view) /,
  /^create trigger /,
  /^insert into /,
  /^alter table \S+ add column (?!.* not null)/,
  /^alter table \S+ add column .* not null default /,
];

/**
 * Returns the migration that a server must know to run with this one, from the comment `-- compatible-with:
 * NAME.sql`; null if there is none, so that older servers do not start. Throws an Error if a migration that declares
 * this does more than add.
 */
export function readCompatibility(name: string, script: string): string | null {
  const found = header.exec(script)?.[1];
  if (found === undefined) return null;
  const notAdding = findNotAdding(script);
  if (notAdding !== null)
    throw new Error(
      `database (postgres): the migration "${name}" says that older servers can run with it, but "${notAdding}" does more than add`,
    );
  return found;
}

/** Returns the first statement that does more than add; null if all only add. */
export function findNotAdding(script: string): string | null {
  const statements = script
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[^]*?\$\$/g, 'body')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const made = new Set(statements.flatMap((each) => /^create (?:table|index) (\S+)/.exec(each)?.[1] ?? []));
  /** An older server does not know objects that the migration itself created. */
  const isOfOwn = (each: string) => made.has(/^alter (?:table|index) (\S+)/.exec(each)?.[1] ?? '');
  const isAdding = (each: string) => isOfOwn(each) || additions.some((addition) => addition.test(each));
  const others = statements.filter((each) => each !== '' && !isAdding(each));
  return others[0]?.slice(0, 80) ?? null;
}

/** The folder of the migrations of this engine. */
export const postgresMigrations = path.join(import.meta.dirname, '..', 'migrations', 'postgres');

/** The oldest supported version, in the format of `server_version_num`. */
const oldestVersion = 150_000;

/** The advisory lock for migrations. */
const migrationLock = 4_100_740_002;

/**
 * Timeout of a migration for servers that use a table. Then it fails, nothing is changed, and the start can be
 * repeated.
 */
const lockMs = 20_000;

type PrepareOptions = {
  now: () => number;
  migrations?: string;
  mayMigrate?: boolean;
  /** True if a library is to be put there: a database with other content is refused before anything is changed. */
  isNew?: boolean;
  patience?: Patience;
};

/**
 * Checks the server and migrates the tables in one transaction. Nodes that start at once run one after the other, so
 * only the first migrates. Throws Unfit, NotVacant, or the server's error.
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

/** Returns why a server can't be used for the library, and what to do; null if it can. */
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
