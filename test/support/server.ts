import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino, type Logger } from 'pino';
import { readConfig } from '#server/config.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { sqliteFileName } from '#server/database/sqlite-file.ts';
import { openPageRenderer } from '#server/http/pages/built-app.ts';
import type { ReadOptions, SetDeadline } from '#server/database/read-limits.ts';
import type { ConnectionLimits } from '#server/http/connections/connection-limits.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { memoizeSuccess } from '#server/memoize-success.ts';
import { startServer, type RunningServer } from '#server/start/start-server.ts';
import { openPostgresServer } from './postgres-server.ts';
import { createQuickPasswords } from './quick-passwords.ts';
import { openS3Server } from './s3-server.ts';
import { shareInspector } from './shared-inspector.ts';

export const administrator = { email: 'admin@library.test', password: 'correct horse battery' };

export type TestServer = RunningServer & { dataDir: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * A whole server on a free port with a data folder of its own, removed after the test (`await using server = await
 * openTestServer()`). Without `withPages` every page answers a plain 200, so that no build is needed; `renderer`
 * replaces that answer. `dataDir` uses an existing folder and does not remove it.
 *
 * Some things are slow and only done on request: `derivesAhead` starts processes for the pictures and the reading copy of
 * each uploaded file, which are otherwise made when a page requests them, and reads what files say; `readsTexts` does only
 * the latter; `withSlowPasswords` hashes with the product's cost. Uploaded files are inspected in a process that all
 * servers of a test worker share; `hasOwnInspector` gives the server one of its own, in its data folder.
 */
export async function openTestServer(
  options: {
    settings?: Record<string, string>;
    withPages?: boolean;
    renderer?: PageRenderer;
    reads?: ReadOptions;
    connections?: ConnectionLimits;
    dataDir?: string;
    log?: Logger;
    derivesAhead?: boolean;
    readsTexts?: boolean;
    withSlowPasswords?: boolean;
    hasOwnInspector?: boolean;
    /** Where the records are instead of the data folder. */
    database?: { url: string };
  } = {},
): Promise<TestServer> {
  // Tests that bring a folder bring its database as well.
  const isElsewhere = isOnPostgres && !options.dataDir && !options.database;
  const own = isElsewhere ? await (await openPostgresServer()).make({ isReused: true }) : null;
  const store = isElsewhere && isOnStore ? (await openS3Server()).newUrl() : null;
  const database = options.database ?? own;
  const dataDir = options.dataDir ?? (await makeDataFolder(!database));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLES: 'off',
    // Small, because a part of it is written to the disk at every start.
    DISK_RESERVE_MB: '4',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
    ...(store && { STORAGE_URL: store }),
    ...options.settings,
  });
  const log = options.log ?? pino({ level: config.logLevel });
  const server = await startServer({
    config,
    log,
    openRenderer: options.withPages ? openPageRenderer : async () => options.renderer ?? plainRenderer,
    reads: options.reads ?? { setDeadline: noDeadline },
    derivesAhead: options.derivesAhead ?? false,
    ...(options.readsTexts !== undefined && { readsTexts: options.readsTexts }),
    ...(!options.withSlowPasswords && { passwords: createQuickPasswords() }),
    ...(!options.hasOwnInspector && !options.derivesAhead && { inspector: shareInspector() }),
    ...(options.connections && { connections: options.connections }),
  });
  return {
    ...server,
    dataDir,
    async [Symbol.asyncDispose]() {
      await server.close();
      await own?.[Symbol.asyncDispose]();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * `postgres`: the project of this name in vitest.config.ts runs tests of `unit` once more with the records in PostgreSQL.
 * `postgres-s3`: `npm run test:engines` runs them with the files in a store of objects as well, which TEST_S3_URL names.
 */
const testEngine = process.env['TEST_ENGINE'];
/** Whether files are in a store of objects and not in the data folder. */
export const isOnStore = testEngine === 'postgres-s3';
const isOnPostgres = testEngine === 'postgres' || testEngine === 'postgres-s3';

/** A new folder, with the database as the migrations leave it if it is there. */
async function makeDataFolder(withDatabase: boolean): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-test-'));
  if (withDatabase) await writeFile(path.join(dataDir, sqliteFileName), await readMigrated());
  return dataDir;
}

/** The database as the migrations leave it. Made once for all tests of a process: they take longer than the rest. */
export const readMigrated = memoizeSuccess(async () => {
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

/** On a busy machine a small read can take as long as the product allows for a large one. */
const noDeadline: SetDeadline = () => () => undefined;

const plainRenderer: PageRenderer = {
  fetch: () => new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } }),
};
