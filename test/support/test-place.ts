import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/engines/database/database.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openPostgres } from '#server/engines/database/postgres/postgres.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { openPostgresServer, runOn } from './postgres-server.ts';
import { openS3Server } from './s3-server.ts';

/**
 * True with `npm run test:engines`: records are in PostgreSQL and files in the object store that TEST_S3_URL names, not
 * in the data folder.
 */
export const isOnOtherEngines = process.env['TEST_ENGINE'] === 'postgres-s3';

/** Place of the library of a test: a data folder, and with other engines a separate database and prefix. */
export type TestPlace = {
  dataDir: string;
  /** Settings of servers that have their library here. */
  settings: Readonly<Record<string, string>>;
  /** Opens the records, whose clock the test may move. Must be closed. */
  openRecords(options?: RecordsOptions): Promise<Database>;
  /** Runs SQL in parallel with the servers, or before they start. */
  execute(statements: string): Promise<void>;
  /** Makes the engine refuse each new row of a table. */
  refuseRows(table: string): Promise<void>;
};

export type RecordsOptions = {
  now?: () => number;
  /** Called after every statement. */
  onQuery?: (query: QueryRun) => void;
  /** Called before every statement on the writing connection; one for which it throws fails with that error. */
  onWrite?: (sql: string) => void;
};

/** Opens a new empty library, on the engines of this run. Disposing removes its folder and its database. */
export async function openTestPlace(): Promise<TestPlace & AsyncDisposable> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-test-'));
  if (!isOnOtherEngines) await writeFile(path.join(dataDir, sqliteFileName), await readMigrated());
  const database = isOnOtherEngines ? await (await openPostgresServer()).make({ isReused: true }) : null;
  const storageUrl = isOnOtherEngines ? (await openS3Server()).newUrl() : null;
  return {
    ...describePlace({ dataDir, databaseUrl: database?.url ?? null, storageUrl }),
    async [Symbol.asyncDispose]() {
      await database?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Describes the place of an existing library: SQLite without a database, a disk without a store. */
export function describePlace(parts: {
  dataDir: string;
  databaseUrl: string | null;
  storageUrl: string | null;
}): TestPlace {
  const { dataDir, databaseUrl, storageUrl } = parts;
  return {
    dataDir,
    settings: {
      DATA_DIR: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      ...(storageUrl !== null && { STORAGE_URL: storageUrl, ...readCredentials() }),
    },
    ...(databaseUrl === null ? onSqlite(dataDir) : onPostgres(databaseUrl)),
  };
}

const common = {
  publicUrl: 'https://library.test',
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
};

type Records = Pick<TestPlace, 'openRecords' | 'execute' | 'refuseRows'>;

function onSqlite(dataDir: string): Records {
  const execute: Records['execute'] = async (statements) => {
    using file = new DatabaseSync(path.join(dataDir, sqliteFileName), { timeout: 5000 });
    file.exec(statements);
  };
  return {
    execute,
    openRecords: ({ onWrite, ...options } = {}) =>
      openSqlite({
        dataDir,
        ...common,
        ...options,
        ...(onWrite && {
          wrapWriter: (thread) => ({
            async run(request) {
              onWrite(request.sql);
              return thread.run(request);
            },
            close: () => thread.close(),
          }),
        }),
      }),
    refuseRows: (table) =>
      execute(`create trigger refused before insert on ${table} begin select raise(abort, 'refused'); end`),
  };
}

function onPostgres(databaseUrl: string): Records {
  const address = readPostgresAddress(databaseUrl);
  if (!address) throw new Error(`${databaseUrl} is not the address of a database`);
  const execute: Records['execute'] = async (statements) => void (await runOn(address, statements));
  return {
    execute,
    openRecords: (options = {}) => openPostgres({ address, ...common, ...options }),
    refuseRows: (table) => execute(`alter table ${table} add constraint refused check (false) not valid`),
  };
}

/** Returns the credentials of the store, for processes that do not inherit the variables of this one. */
function readCredentials(): Record<string, string> {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

/**
 * Returns the SQLite file after the migrations. Made once for all tests of a process: they take longer than the rest.
 */
const readMigrated = memoizeSuccess(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-migrated-'));
  try {
    const { ids, publicUrl } = readConfig({});
    await (await openSqlite({ dataDir, publicUrl, ids })).close();
    const file = path.join(dataDir, sqliteFileName);
    using migrated = new DatabaseSync(file);
    migrated.exec('pragma wal_checkpoint(truncate)');
    return await readFile(file);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
