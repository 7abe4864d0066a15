import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { whyNoPostgres } from './find-postgres.ts';
import { findPlainUser, runAs } from './plain-user.ts';
import { findFreePort, runOn, toUrl, type TestDatabase } from './postgres-server.ts';

/** Folders in which Debian and other systems install the program. */
const places = ['/usr/sbin', '/usr/bin', '/usr/local/bin'];
const program = places.map((folder) => path.join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null;

/** Returns the reason why tests behind a pooler cannot run on this machine; null if they can. */
export function whyNoPgbouncer(): string | null {
  return whyNoPostgres() ?? (program ? null : 'PgBouncer is not installed (Debian: pgbouncer)');
}

/** A real PgBouncer in transaction mode. */
export type Pgbouncer = AsyncDisposable & {
  /** The same database through the pooler. */
  through(made: TestDatabase): { address: PostgresAddress; url: string };
};

/**
 * Starts PgBouncer on a free loopback port, in front of the server of `address`, with only its user. Each database has
 * at most `poolSize` connections to the server, so that clients get another one for almost every transaction.
 */
export async function openPgbouncer(address: PostgresAddress, { poolSize }: { poolSize: number }): Promise<Pgbouncer> {
  if (!program) throw new Error(whyNoPgbouncer() ?? '');
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-pgbouncer-'));
  const users = path.join(folder, 'users');
  const settings = path.join(folder, 'pgbouncer.ini');
  const port = await findFreePort();
  await writeFile(users, `"${address.user}" "${address.password ?? ''}"\n`, { mode: 0o600 });
  await writeFile(settings, describeSettings(address, { port, poolSize, users }));
  const user = await findPlainUser();
  if (user) for (const place of [folder, users, settings]) await chown(place, user.uid, user.gid);
  const [command, args] = runAs(user, program, [settings]);
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', () => {
    end();
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said = `${said}${bytes.toString()}`.slice(-10_000);
  });
  const exited = once(child, 'exit');
  await untilAnswering({ ...address, port }, () => (child.exitCode === null ? null : said));
  return {
    through(made) {
      const own = { ...made.address, host: '127.0.0.1', port, encryption: 'disable' as const };
      return { address: own, url: toUrl(own) };
    },
    async [Symbol.asyncDispose]() {
      end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns settings like those in docs/scaling.md, with few connections and every database of the test's server. */
function describeSettings(
  { host, port: serverPort, password }: PostgresAddress,
  { port, poolSize, users }: { port: number; poolSize: number; users: string },
): string {
  return [
    '[databases]',
    `* = host=${host} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    `auth_type = ${password === null ? 'trust' : 'scram-sha-256'}`,
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 400',
    // Older releases have no prepared statements; newer ones would keep named statements, on which nothing may depend.
    ...(keepsStatements() ? ['max_prepared_statements = 0'] : []),
  ].join('\n');
}

/** True from PgBouncer 1.21 on. */
function keepsStatements(): boolean {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program ?? '', ['--version']).toString()) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** Waits until PgBouncer responds. Rejects with its output if it ends, or after half a minute. */
async function untilAnswering(address: PostgresAddress, ended: () => string | null): Promise<void> {
  const stop = AbortSignal.timeout(30_000);
  for (;;) {
    const said = ended();
    if (said !== null) throw new Error(`PgBouncer ended: ${said}`);
    stop.throwIfAborted();
    const isUp = await runOn({ ...address, host: '127.0.0.1', encryption: 'disable' }, 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
