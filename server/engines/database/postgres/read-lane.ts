import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Client, PoolClient } from 'pg';
import { busy, tooMuch, closing, type LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import { currentClient } from '#server/machinery/queues/caller.ts';
import { FairLines } from '#server/machinery/queues/fair-lines.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { openPool, toParameter } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { isFailing, toDatabaseError } from './postgres-errors.ts';

/** Message codes (PostgreSQL's manual, "Message Formats"). */
const cancelCode = 80_877_102;
const encryptCode = 80_877_103;
const patienceMs = 2000;

/**
 * Requests the server to end the statement that a connection is running, over a separate connection as the protocol
 * requires. A pooler passes the request on to the right server. Resolves when it was received, or could not be sent:
 * the protocol has no response to it.
 */
async function cancelStatement(address: PostgresAddress, client: Client): Promise<void> {
  const { processID, secretKey } = client as { processID?: unknown; secretKey?: unknown };
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(cancelCode, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const { host, port, encryption } = address;
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
  socket.setTimeout(patienceMs, () => socket.destroy());
  try {
    await happens(socket, 'connect');
    const line = encryption === 'disable' ? socket : await encrypt(socket, host, encryption === 'verify-full');
    await send(line, message);
  } catch {
    // The server ends the statement automatically at its own limit.
  } finally {
    socket.destroy();
  }
}

async function encrypt(socket: Socket, host: string, rejectUnauthorized: boolean): Promise<Socket> {
  const request = Buffer.alloc(8);
  request.writeInt32BE(8, 0);
  request.writeInt32BE(encryptCode, 4);
  socket.write(request);
  await happens(socket, 'data');
  const secure = connectSecure({ socket, rejectUnauthorized, servername: host });
  await happens(secure, 'secureConnect');
  return secure;
}

/**
 * Sends the message and waits until the other side closes: PgBouncer drops a request if its sender closes before it is
 * passed on.
 */
async function send(socket: Socket, message: Buffer): Promise<void> {
  socket.write(message);
  socket.resume();
  await happens(socket, 'end');
}

function happens(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

/**
 * Runs a statement and returns its rows. For several statements in one text, without parameters, returns the rows of
 * the last one.
 */
export type RunStatement = (sql: string, parameters?: readonly unknown[]) => Promise<unknown[]>;

/** Connections for read-only statements, with a deadline and a bounded queue that is fair among clients. */
export type ReadLane = {
  /**
   * Returns all rows of the statement. Throws Problem `general_service_unavailable` if the queue is full or the
   * deadline passes; then also ends a running statement on the server.
   */
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Does the same for several statements in one transaction, with one snapshot and one deadline for all of them. */
  transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>;
  state(): { waiting: number; running: number };
  /** Refuses queued statements and ends running ones. */
  close(): Promise<void>;
};

export type ReadLaneOptions = {
  address: PostgresAddress;
  limits: Pick<LaneLimits, 'workers' | 'maxWaiting' | 'deadlineMs' | 'waitMs' | 'ofOne'>;
  setDeadline: SetDeadline;
  /** True to run each statement in a separate transaction, which the server ends even if this process can't. */
  isGuarded: boolean;
  /** Called for a connection that was lost while idle. */
  onLost(error: unknown): void;
};

type Job = {
  /** The network of the client that the read is for. */
  from: string;
  work(client: Client): Promise<unknown>;
  client: Client | null;
  isOver: boolean;
  isStopped: boolean;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
  endDeadline(): void;
};

/** Time that an aborted statement has to end before its connection is closed. */
const graceMs = 2000;
/**
 * Returns the timeout on the server. It is longer than the deadline, because it is only for a process that can no
 * longer abort its statements.
 */
const serverLimitMs = (deadlineMs: number) => deadlineMs * 2 + 1000;

/** Connects with the first statement. */
export function openReadLane(options: ReadLaneOptions): ReadLane {
  const { address, limits, setDeadline, isGuarded, onLost } = options;
  const pool = openPool(address, limits.workers, onLost);
  const waiting = new FairLines<Job>(limits.maxWaiting);
  const running = new Set<Job>();
  let isClosed = false;
  let ended: Promise<void> | null = null;

  function runNext(): void {
    while (running.size < limits.workers) {
      const job = waiting.next((from) => countOf(running, from) < (limits.ofOne ?? limits.workers));
      if (!job) return;
      running.add(job);
      void run(job).finally(() => {
        running.delete(job);
        runNext();
      });
    }
  }

  async function run(job: Job): Promise<void> {
    let client: PoolClient | null = null;
    let broken: Error | undefined;
    try {
      client = await pool.connect();
      if (job.isOver) return;
      job.client = client;
      // The waiting timeout ends, and the deadline of the statement starts.
      job.endDeadline();
      job.endDeadline = setDeadline(() => stop(job, tooMuch()), limits.deadlineMs);
      settle(job, await job.work(client));
    } catch (error) {
      if (isFailing(error)) broken = error as Error;
      fail(job, toDatabaseError(error, address));
    } finally {
      job.client = null;
      // The request to end a statement may arrive late, and must not end the next one of this connection.
      client?.release(broken ?? job.isStopped);
    }
  }

  function stop(job: Job, reason: Error): void {
    waiting.remove(job.from, job);
    fail(job, reason);
    if (job.client) endStatement(job, job.client, address);
  }

  function submit(work: Job['work']): Promise<unknown> {
    if (isClosed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      const job: Job = { from: currentClient(), work, resolve, reject, ...notBegun };
      job.endDeadline = setDeadline(() => stop(job, tooMuch()), limits.waitMs ?? limits.deadlineMs);
      // When full, the client with the most queued jobs loses its last one.
      const dropped = waiting.put(job.from, job);
      if (dropped) fail(dropped, busy());
      runNext();
    });
  }

  const limitMs = serverLimitMs(limits.deadlineMs);

  return {
    read(sql, parameters) {
      const once = (run: RunStatement) => run(sql, parameters);
      const work: Job['work'] = (client) => (isGuarded ? inTransaction(client, limitMs, once) : once(runOn(client)));
      return submit(work) as Promise<unknown[]>;
    },

    transaction: <Result>(work: (run: RunStatement) => Promise<Result>) =>
      submit((client) => inTransaction(client, limitMs, work)) as Promise<Result>,

    state: () => ({ waiting: waiting.size, running: running.size }),

    async close() {
      isClosed = true;
      for (const job of [...waiting.clear(), ...running]) stop(job, closing());
      ended ??= pool.end();
      await ended;
    },
  };
}

const countOf = (jobs: Iterable<Job>, from: string) => [...jobs].filter((job) => job.from === from).length;

/** Ends the statement on the server as well. */
function endStatement(job: Job, client: Client, address: PostgresAddress): void {
  job.isStopped = true;
  void cancelStatement(address, client);
  // On a dead connection nothing comes back, not even the error of the ended statement.
  setTimeout(() => {
    if (job.client === client) destroy(client);
  }, graceMs).unref();
}

const notBegun = { client: null, isOver: false, isStopped: false, endDeadline: () => undefined };

const runOn =
  (client: Client): RunStatement =>
  async (sql, parameters) => {
    if (parameters) return (await client.query(sql, parameters.map(toParameter))).rows;
    const results = await client.query(sql);
    return (Array.isArray(results) ? results.at(-1) : results).rows;
  };

/** Runs work in a transaction that the server itself ends after a timeout for each statement. */
async function inTransaction<Result>(
  client: Client,
  limitMs: number,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  await client.query(`begin isolation level repeatable read, read only; set local statement_timeout = ${limitMs}`);
  try {
    return await work(runOn(client));
  } finally {
    // After an error it ends the transaction as well.
    await client.query('commit');
  }
}

/** Closes the socket immediately; `end` would wait for the statement. */
export function destroy(client: Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

function settle(job: Job, result: unknown): void {
  if (job.isOver) return;
  job.isOver = true;
  job.endDeadline();
  job.resolve(result);
}

/** Fails a job. Only the first of several reasons has an effect. */
function fail(job: Job, reason: unknown): void {
  if (job.isOver) return;
  job.isOver = true;
  job.endDeadline();
  job.reject(reason);
}
