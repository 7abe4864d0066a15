import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { limitAnswer } from './answer-limit.ts';
import { clientConfig } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { destroy } from './read-lane.ts';

export type SilenceLimits = {
  /** Maximum time without any response from the server. */
  silentMs: number;
  /** Interval between checks. */
  checkMs: number;
};

/** Timeout of one check of the server. */
const maxCheckMs = 5000;

/**
 * Checks the server repeatedly, on separate connections, and resolves when it has not responded for `silentMs`. This
 * distinguishes a slow statement from a connection that hangs. Resolves also when `signal` aborts.
 */
export async function untilSilent(
  address: PostgresAddress,
  { silentMs, checkMs }: SilenceLimits,
  signal: AbortSignal,
): Promise<void> {
  const silence = Promise.withResolvers<void>();
  const begin = () => limitAnswer(silence.resolve, silentMs);
  let endLimit = begin();
  const ended = new AbortController();
  async function poll(): Promise<void> {
    while (!ended.signal.aborted) {
      await wait(checkMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!(await answers(address, Math.min(silentMs, maxCheckMs), ended.signal))) continue;
      endLimit();
      endLimit = begin();
    }
    endLimit();
  }
  signal.addEventListener('abort', () => silence.resolve(), { once: true });
  const polling = poll();
  await silence.promise;
  ended.abort();
  await polling;
}

/**
 * True if the server responds. An error from the server itself counts as a response, such as that it has no free
 * connections.
 */
async function answers(address: PostgresAddress, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const client = new Client({ ...clientConfig(address), connectionTimeoutMillis: ms });
  client.on('error', () => undefined);
  const giveUp = () => destroy(client);
  const endLimit = limitAnswer(giveUp, ms);
  signal.addEventListener('abort', giveUp);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof Error && 'severity' in error;
  } finally {
    endLimit();
    signal.removeEventListener('abort', giveUp);
    destroy(client);
  }
}
