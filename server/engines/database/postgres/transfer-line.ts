import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { clientConfig, connectMs, usualPatience, type Patience } from './client-config.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { isFailing, toDatabaseError } from './postgres-errors.ts';
import { destroy } from './read-lane.ts';

/** Number of steps that make up a timeout. */
const steps = 10;

/**
 * Calls `giveUp` after waiting `ms` for a response. Time in which this process could not have read it, because it was
 * busy or the machine slept, does not count: data that arrived meanwhile is read before the next step. Returns a
 * function that cancels the timeout.
 */
function limitAnswer(giveUp: () => void, ms: number): () => void {
  let left = steps;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    giveUp();
  }, ms / steps);
  return () => clearInterval(timer);
}

export type Line = ReturnType<typeof createLine>;

/**
 * A connection that opens with the first statement. A failure of the server or the connection is a `DatabaseFailing`,
 * and so is a statement without a response in time.
 */
export function createLine(address: PostgresAddress, given: Partial<Patience> = {}) {
  const patience = { ...usualPatience, ...given };
  let client: Promise<Client> | null = null;
  let isInTransaction = false;
  let isInSnapshot = false;
  let isBroken = false;

  /** Closes the connection after a timeout, so that the statement fails. */
  async function query(sql: string, values: readonly unknown[], isLate: (signal: AbortSignal) => Promise<string>) {
    const ended = new AbortController();
    let reason: string | null = null;
    try {
      client ??= openClient(address, patience);
      const connected = await client;
      const giveUp = (why: string) => {
        if (ended.signal.aborted) return;
        reason = why;
        destroy(connected);
      };
      void isLate(ended.signal).then(giveUp);
      return await connected.query<Record<string, unknown>>(sql, [...values]);
    } catch (error) {
      isBroken ||= reason !== null || isFailing(error);
      if (!isInTransaction) leaveBroken();
      if (reason !== null) throw new DatabaseFailing(describeAddress(address), new Error(reason, { cause: error }));
      throw toDatabaseError(error, address);
    } finally {
      ended.abort();
    }
  }

  const late = createLimits(address, patience);
  const run = (sql: string, values: readonly unknown[] = []) => query(sql, values, late.usual);
  /** For a statement that reads or changes a whole table, waits for others, or changes the tables themselves. */
  const runLong = (sql: string, values: readonly unknown[] = []) => query(sql, values, late.long);

  /** The next statement opens a new connection, but not within a transaction, to which it would not belong. */
  function leaveBroken(): void {
    if (!isBroken) return;
    client?.then(destroy, () => undefined);
    client = null;
    isBroken = false;
  }

  async function inTransaction<Result>(begin: string, end: string, work: () => Promise<Result>): Promise<Result> {
    await run(begin);
    isInTransaction = true;
    try {
      const result = await work();
      await run(end);
      return result;
    } catch (error) {
      if (!isBroken) await run('rollback').catch(() => undefined);
      throw error;
    } finally {
      isInTransaction = false;
      leaveBroken();
    }
  }

  const begin = beginWriting(patience);
  const beginSnapshot = beginReading(patience);
  return {
    run,
    runLong,
    /** All reads see the moment at which it starts. Ended by `rollback`. */
    beginSnapshot,
    inTransaction: <Result>(work: () => Promise<Result>) => inTransaction(begin, 'commit', work),
    isInSnapshot: () => isInSnapshot,
    async inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
      isInSnapshot = true;
      try {
        return await inTransaction(beginSnapshot, 'rollback', work);
      } finally {
        isInSnapshot = false;
      }
    },
    /**
     * In a transaction that waits for all current writers (write-connection.ts), so that none of them is still
     * running.
     */
    inTurn: (work: () => Promise<void>) =>
      inTransaction(begin, 'commit', async () => {
        await run('select pg_advisory_xact_lock(4100740001)');
        await work();
      }),
    end: async () => farewell(await client?.catch(() => null), patience),
  };
}

async function openClient(address: PostgresAddress, { answerMs }: Patience): Promise<Client> {
  const made = new Client({ ...clientConfig(address), connectionTimeoutMillis: Math.min(connectMs, answerMs) });
  // Statements fail with the reason as well.
  made.on('error', () => undefined);
  try {
    await made.connect();
  } catch (error) {
    // Otherwise a server waits up to a minute for more, and others wait for the server.
    destroy(made);
    throw error;
  }
  return made;
}

/** Waits only briefly for the other side: one that hangs does not respond. */
async function farewell(client: Client | null | undefined, { answerMs }: Patience): Promise<void> {
  if (!client) return;
  const endLimit = limitAnswer(() => destroy(client), Math.min(answerMs, farewellMs));
  await client.end().catch(() => undefined);
  endLimit();
}

/** Each resolves with the message for a statement that takes too long; never, if `signal` aborts before. */
function createLimits(address: PostgresAddress, { answerMs, checkMs, longestMs }: Patience) {
  return {
    usual: (signal: AbortSignal) => afterWaiting(answerMs, signal),
    long: (signal: AbortSignal) =>
      Promise.race([
        afterWaiting(longestMs, signal),
        untilSilent(address, { silentMs: answerMs, checkMs }, signal).then(() => noAnswer(answerMs)),
      ]),
  };
}

const farewellMs = 2000;

/**
 * Limits that the server enforces if this process no longer can: others wait for its locks, and a server may take
 * hours to notice a lost connection. The server's limit is shorter than this process's timeout, so that the reason is
 * known.
 */
const beginWriting = ({ answerMs }: Patience) =>
  `begin; set local lock_timeout = ${Math.ceil(answerMs * 0.8)}; set local idle_in_transaction_session_timeout = ${answerMs * 10}`;

/** Repeatable reads, whatever the server's default is, so that the state does not change while the other side works. */
const beginReading = ({ longestMs }: Patience) =>
  `begin isolation level repeatable read, read only; set local statement_timeout = ${longestMs}; set local idle_in_transaction_session_timeout = ${longestMs * 2}`;

/** Resolves with the message after waiting `ms` for a response; never, if `signal` aborts before. */
function afterWaiting(ms: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = limitAnswer(() => resolve(noAnswer(ms)), ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

const noAnswer = (ms: number) => `there was no answer within ${Math.ceil(ms / 1000)} s`;

type SilenceLimits = {
  /** Longest time without any response from the server. */
  silentMs: number;
  /** Interval between checks. */
  checkMs: number;
};

/** Timeout of one check; the next one follows. */
const maxCheckMs = 5000;

/**
 * Checks the server repeatedly, on separate connections, and resolves when it has not responded for `silentMs`. This
 * distinguishes a slow statement from a connection that hangs. Resolves also when `signal` aborts.
 */
async function untilSilent(
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
 * True if the server responds. An error that the server itself wrote counts, such as that it has no free connections.
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
