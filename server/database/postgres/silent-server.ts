import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { limitAnswer } from './answer-limit.ts';
import { clientConfig } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { destroy } from './read-lane.ts';

export type SilenceLimits = {
  /** For how long the server may answer nothing. */
  silentMs: number;
  /** How often it is asked. */
  lookMs: number;
};

/** One question; the next one follows. */
const mostQuestionMs = 5000;

/**
 * Asks the server again and again, on connections of its own, and resolves when it has answered nothing for `silentMs`: a
 * statement that takes long there is told from a line that hangs. Resolves also when `signal` aborts.
 */
export async function untilSilent(
  address: PostgresAddress,
  { silentMs, lookMs }: SilenceLimits,
  signal: AbortSignal,
): Promise<void> {
  const silence = Promise.withResolvers<void>();
  const begin = () => limitAnswer(silence.resolve, silentMs);
  let endLimit = begin();
  const ended = new AbortController();
  async function ask(): Promise<void> {
    while (!ended.signal.aborted) {
      await wait(lookMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!(await answers(address, Math.min(silentMs, mostQuestionMs), ended.signal))) continue;
      endLimit();
      endLimit = begin();
    }
    endLimit();
  }
  signal.addEventListener('abort', () => silence.resolve(), { once: true });
  const asking = ask();
  await silence.promise;
  ended.abort();
  await asking;
}

/** A refusal that the server itself wrote is an answer too, such as that it has no free connections. */
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
