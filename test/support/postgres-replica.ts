import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '#server/database/postgres/client-config.ts';
import { memoizeSuccess } from '#server/memoize-success.ts';
import type { PostgresAddress } from '#server/database/postgres/postgres-address.ts';
import { openOn, runOn, settings, startServer, type PostgresServer, type RunProgram } from './postgres-server.ts';

/** A real PostgreSQL with a real streaming replica. */
export type ReplicatedServer = {
  primary: PostgresServer;
  /** A database of the primary at the replica. */
  atReplica(address: PostgresAddress): PostgresAddress;
  /** The replica receives and does not replay, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the replica at once, without notice. */
  kill(): Promise<void>;
};

const replicated = { ...settings, wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' };

/** Started with the first call in a process, beside the server of other tests. */
export const openReplicatedServer = memoizeSuccess(async (): Promise<ReplicatedServer> => {
  const started = await startServer(replicated);
  const { address } = started;
  const from = `host=${address.host} port=${address.port} user=${address.user} password='${address.password}'`;
  const replica = await startServer({ ...replicated, primary_conninfo: from }, (data, runProgram) =>
    copyCluster(address, started.data, data, runProgram),
  );
  const tell = (statement: string) => runOn({ ...replica.address, database: 'postgres' }, statement);
  return {
    primary: await openOn(started),
    atReplica: ({ database }) => ({ ...replica.address, database }),
    pause: async () => void (await tell('select pg_wal_replay_pause()')),
    resume: async () => void (await tell('select pg_wal_replay_resume()')),
    async kill() {
      const ended = once(replica.process, 'exit');
      replica.process.kill('SIGQUIT');
      await ended;
    },
  };
});

/** Copies the files of a running cluster (PostgreSQL's manual, 26.3.3), since not every package has `pg_basebackup`. */
async function copyCluster(primary: PostgresAddress, from: string, to: string, runProgram: RunProgram): Promise<void> {
  const client = new Client(clientConfig(primary));
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await runProgram('cp', ['-a', from, to]);
    await runProgram('rm', [path.join(to, 'postmaster.pid'), path.join(to, 'postmaster.opts')]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const write = (name: string, text: string) =>
      runProgram('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, path.join(to, name)]);
    await write('backup_label', String(rows[0].labelfile));
    await write('standby.signal', '');
  } finally {
    await client.end();
  }
}
