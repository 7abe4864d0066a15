import { Client } from 'pg';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { clientConfig } from '#server/engines/database/postgres/client-config.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';

/**
 * Restores the initial state of a test's database, which is faster than making another one. Returns false if its tables
 * have changed.
 */
type Emptying = (address: PostgresAddress) => Promise<boolean>;

/**
 * Digest that changes with everything that a test may do to tables, their columns, indexes, triggers, constraints,
 * rules and settings.
 */
const shapeOf = `select md5(string_agg(part, ' ' order by part)) as shape from (
  select format('%s %s %s %s', relname, relkind, relnatts, reloptions) as part from pg_class where relnamespace = 'public'::regnamespace
  union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select format('%s %s', oid::regprocedure, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
  union all select format('%s %s %s', tablename, rulename, definition) from pg_rules where schemaname = 'public'
) as parts`;

const tableNames = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename <> 'migrations'`;

/**
 * Creates a pool of databases that tests have used and that were emptied for other tests. `unused` is a database in the
 * initial state.
 */
export function createEmptied(unused: PostgresAddress) {
  const find = memoizeSuccess(() => readEmptying(unused));
  const free: string[] = [];
  return {
    /** Returns the name of an emptied database; undefined if there is none. */
    take: () => free.pop(),
    /**
     * Empties a database and adds it to the pool. Returns false if it has to be dropped, for example because the user
     * may not disable triggers.
     */
    async giveBack(database: string): Promise<boolean> {
      const empty = await find();
      const isAsBefore = await empty({ ...unused, database }).catch(() => false);
      if (isAsBefore) free.push(database);
      return isAsBefore;
    },
  };
}

/** Reads the result of the migrations in `unused`, the state to which other databases are restored. */
async function readEmptying(unused: PostgresAddress): Promise<Emptying> {
  const { tables, filled, sequences, shape } = await connected(unused, async (client) => {
    const { rows } = await client.query<{ name: string }>(tableNames);
    const full: { name: string; rows: string }[] = [];
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ rows: string | null }>(
        `select json_agg(each)::text as rows from ${name} as each`,
      );
      if (found[0]?.rows) full.push({ name, rows: found[0].rows });
    }
    const { rows: named } = await client.query<{ name: string }>(
      `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
    );
    return { tables: rows, filled: full, sequences: named, shape: await readShape(client) };
  });
  const clear = [
    'set session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...sequences.map(({ name }) => `select setval('${name}', 1, false)`),
  ].join('; ');
  return (address) =>
    connected(address, async (client) => {
      await client.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      if ((await readShape(client)) !== shape) return false;
      await client.query(`begin; ${clear}`);
      for (const { name, rows } of filled)
        await client.query(
          `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1)`,
          [rows],
        );
      await client.query('commit');
      return true;
    });
}

async function readShape(client: Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(shapeOf);
  return rows[0]?.shape ?? '';
}

async function connected<Result>(address: PostgresAddress, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(clientConfig(address));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
