import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { expect } from 'vitest';
import { clientConfig } from '#server/engines/database/postgres/client-config.ts';
import { runOn, type TestDatabase } from './postgres-server.ts';

/**
 * Runs a program that restores a library into a database, and kills it when all files and some tables have arrived.
 * Returns its output.
 */
export async function killWhileRestoring(
  { address }: TestDatabase,
  words: string[],
  settings: Record<string, string>,
): Promise<string> {
  const holder = new Client(clientConfig(address));
  await holder.connect();
  await holder.query('begin; lock table sessions in share mode');
  const child = spawn(process.execPath, words, {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = once(child, 'exit');
  const isWaiting = async () => {
    if (child.exitCode !== null) throw new Error(output);
    // On another connection: a transaction always sees the same activity.
    const waiting = await runOn(
      address,
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  };
  await expect.poll(isWaiting, { timeout: 90_000 }).toBe(true);
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  await holder.end();
  return output;
}
