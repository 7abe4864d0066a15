import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Client, PoolClient, QueryResult as Answer } from 'pg';
import { closedSetting, LibraryClosed, readClosedMark } from '#server/machinery/faults/closed-library.ts';
import { createLock } from '#server/machinery/queues/lock.ts';
import type { WriterLimits } from '#server/engines/database/sqlite/writer-dialect.ts';
import { DatabaseFailing, WritingHeldUp } from '#server/machinery/faults/read-fault.ts';
import { openPool, toParameter } from './client-config.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { isFailing, toDatabaseError } from './postgres-errors.ts';
import { destroy } from './read-lane.ts';

export type WriteOptions = {
  address: PostgresAddress;
  limits: WriterLimits;
  /** Name of this process in the change log, for writers of logged tables. */
  node?: string;
  /** True for writes that are allowed although the library is closed (closed-library.ts). */
  writesWhenClosed?: boolean;
  /** Timeout of a statement, after which the connection is closed: it may be dead. */
  patienceMs?: number;
  /**
   * Maximum time between statements of a transaction, after which the server ends it. A process that is stopped, or a
   * machine that fails without closing its connections, blocks all other writers for this time. Without the limit, the
   * server would notice only after hours.
   */
  silenceMs?: number;
  /** True (the default) if the writers of all nodes wait for each other. Not needed for derived data. */
  takesTurns?: boolean;
  onLost(error: unknown): void;
  /** Called if there was no response to a commit. */
  onUnsure?(): void;
  /** For tests: called before every statement, which fails with the thrown error. */
  onWrite?: ((sql: string) => void) | undefined;
};

/** The lock that a writer holds until the end of its transaction; the trigger `note_material` acquires it as well. */
const writeLock = 4_100_740_001;
const usualPatienceMs = 30_000;
/** Several times the gap between two statements of a transaction on the busiest server. */
const usualSilenceMs = 10_000;

/**
 * Kysely's driver for all writes. The nodes write one transaction at a time, as on SQLite, so rows that a transaction
 * has read do not change before it ends, and revisions become visible in order. Every statement runs in a transaction,
 * and settings apply only to that transaction, because a pooler may use another session for each transaction.
 */
export function createWriteDriver(options: WriteOptions): Driver {
  const {
    address,
    node = '',
    limits,
    writesWhenClosed = false,
    onLost,
    onUnsure = () => undefined,
    patienceMs = usualPatienceMs,
    silenceMs = usualSilenceMs,
    takesTurns = true,
    onWrite,
  } = options;
  const pool = openPool(address, 1, onLost);
  const lock = createLock(limits);
  const begin = [
    'begin',
    `set local lock_timeout = ${limits.waitMs}`,
    `set local statement_timeout = ${patienceMs}`,
    `set local idle_in_transaction_session_timeout = ${silenceMs}`,
    `set local examshelf.node = '${node}'`,
    ...(takesTurns ? [`select pg_advisory_xact_lock(${writeLock})`] : []),
    ...(writesWhenClosed ? [] : [`select value from settings where name = '${closedSetting}'`]),
  ].join('; ');

  /** Runs a statement on the connection; closes it if there is no response in time. */
  async function run(client: Client, sql: string, values?: unknown[]): Promise<Answer> {
    onWrite?.(sql);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      destroy(client);
    }, patienceMs + limits.waitMs);
    try {
      return await client.query(sql, values);
    } catch (error) {
      throw isLate ? new DatabaseFailing(describeAddress(address), error) : toDatabaseError(error, address);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    init: async () => undefined,

    async acquireConnection() {
      const refusal = await lock.acquire();
      if (refusal) throw new WritingHeldUp(refusal, 'postgres');
      try {
        return new WriteConnection(await pool.connect(), { run, begin, writesWhenClosed, onUnsure });
      } catch (error) {
        lock.release();
        throw toDatabaseError(error, address);
      }
    },

    beginTransaction: (connection) => (connection as WriteConnection).begin(),
    commitTransaction: (connection) => (connection as WriteConnection).commit(),
    rollbackTransaction: (connection) => (connection as WriteConnection).rollback(),

    async releaseConnection(connection) {
      (connection as WriteConnection).release();
      lock.release();
    },

    destroy: () => pool.end(),
  };
}

/**
 * Throws if the library is closed. Called after the lock is acquired, so that nothing is written once the library is
 * closed. Each statement has a result.
 */
function requireOpen(answers: Answer | Answer[]): void {
  const row = [answers].flat().at(-1)?.rows[0] as { value: string } | undefined;
  if (readClosedMark(row?.value ?? null) !== null) throw new LibraryClosed();
}

type Run = (client: Client, sql: string, values?: unknown[]) => Promise<Answer>;

class WriteConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #run: Run;
  readonly #begin: string;
  readonly #writesWhenClosed: boolean;
  readonly #onUnsure: () => void;
  #isInTransaction = false;
  #broken: Error | undefined;

  constructor(client: PoolClient, parts: { run: Run; begin: string; writesWhenClosed: boolean; onUnsure: () => void }) {
    const { run } = parts;
    this.#client = client;
    this.#begin = parts.begin;
    this.#writesWhenClosed = parts.writesWhenClosed;
    this.#onUnsure = parts.onUnsure;
    this.#run = async (...given) => {
      try {
        return await run(...given);
      } catch (error) {
        if (error instanceof DatabaseFailing || isFailing(error)) this.#broken = error as Error;
        throw error;
      }
    };
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) return this.#execute(query);
    await this.begin();
    try {
      const result = await this.#execute<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#run(this.#client, sql, parameters.map(toParameter));
    return { rows: rows as Row[], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) };
  }

  streamQuery(): never {
    throw new Error('database (postgres): nothing is streamed from the writing connection');
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    try {
      const answers = await this.#run(this.#client, this.#begin);
      if (!this.#writesWhenClosed) requireOpen(answers);
    } catch (error) {
      // The transaction may have begun and then waited too long for the lock.
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }

  async commit(): Promise<void> {
    const { command } = await this.#run(this.#client, 'commit').catch((error: unknown) => {
      this.#onUnsure();
      throw error;
    });
    this.#isInTransaction = false;
    // The server's response to a commit after an error that was not passed on.
    if (command === 'ROLLBACK') throw new Error('database (postgres): the transaction failed and was rolled back');
  }

  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    if (this.#broken) return;
    try {
      await this.#run(this.#client, 'rollback');
    } catch (error) {
      this.#broken = error as Error;
      throw error;
    }
  }

  release(): void {
    // A transaction of unknown state must not swallow the next write.
    this.#client.release(
      this.#broken ?? (this.#isInTransaction ? new Error('a transaction was left open') : undefined),
    );
  }
}
