import type { Client, PoolClient } from 'pg';
import { openPool } from '#server/engines/database/postgres/client-config.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { isFailing, toDatabaseError } from '#server/engines/database/postgres/postgres-errors.ts';
import { destroy } from '#server/engines/database/postgres/read-lane.ts';
import { indexVersion, selectState, tablesOf, type IndexState } from './index-tables.ts';

export type Query = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Lock of the node that changes the index, until the end of its transaction: each transaction changes counts of words.
 */
const writeLock = 4_100_740_003;
/** Lock that a node has while it rebuilds the index. */
const rebuildLock = 4_100_740_004;

/** Timeout of a statement. A batch of pages takes a second. */
const statementMs = 60_000;
const lockMs = 30_000;
/**
 * Maximum time that other nodes wait after a node stops during a transaction, or its machine fails
 * (write-connection.ts).
 */
const silenceMs = 30_000;
const limits = `set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs};
  set local idle_in_transaction_session_timeout = ${silenceMs}`;
/** Timeout after which the connection is closed, because it may be dead. */
const patienceMs = statementMs + lockMs;
/** Timeout for building an index. That of a million pages takes many minutes. */
const bulkPatienceMs = 4 * 60 * 60 * 1000;

/** Opens a connection that writes the index, used for one transaction at a time. */
export function openWriteTransactions(address: PostgresAddress) {
  const pool = openPool(address, 1, () => undefined);

  function queryOn(client: Client, limitMs: number): Query {
    return async <Row>(sql: string, values?: readonly unknown[]) => {
      const timer = setTimeout(() => destroy(client), limitMs);
      try {
        const results = await client.query(sql, values ? [...values] : undefined);
        return (Array.isArray(results) ? results.at(-1) : results).rows as Row[];
      } finally {
        clearTimeout(timer);
      }
    };
  }

  async function release(client: PoolClient, query: Query, error: unknown): Promise<void> {
    if (error !== null && !isFailing(error)) {
      const isUndone = await query('rollback').then(
        () => true,
        () => false,
      );
      if (isUndone) return client.release();
    }
    client.release(error !== null);
  }

  /** Runs all of the work or nothing. Throws the database's fault if that is the cause. */
  async function run<Result>(work: (query: Query) => Promise<Result>, limitMs = patienceMs): Promise<Result> {
    try {
      const client = await pool.connect();
      const query = queryOn(client, limitMs);
      let failure: unknown = null;
      try {
        const result = await work(query);
        await query('commit');
        return result;
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        await release(client, query, failure);
      }
    } catch (error) {
      throw toDatabaseError(error, address);
    }
  }

  return {
    /** Changes the current index under the write lock. An index of an older version is emptied first. */
    change: <Result>(work: (query: Query, state: IndexState) => Promise<Result>) =>
      run(async (query) => {
        await query(`begin; ${limits}; select pg_advisory_xact_lock(${writeLock})`);
        return work(query, await readState(query));
      }),

    /** Runs one or more short statements that need no lock. */
    quick: <Result>(work: (query: Query) => Promise<Result>) =>
      run(async (query) => {
        await query(`begin; ${limits}`);
        return work(query);
      }),

    /** Runs the transaction in which another index is written. Throws if another node is rebuilding. */
    bulk: <Result>(work: (query: Query, state: IndexState) => Promise<Result>) =>
      run(async (query) => {
        const [taken] = await query<{ is_mine: number }>(
          `begin; set local lock_timeout = ${lockMs}; set local statement_timeout = 0;
          set local idle_in_transaction_session_timeout = 0; set local maintenance_work_mem = '256MB';
          select pg_try_advisory_xact_lock(${rebuildLock}) as is_mine`,
        );
        if (!taken?.is_mine) throw new Error('search index: another node is already rebuilding it');
        return work(query, await readState(query));
      }, bulkPatienceMs),

    /** Waits until no node changes the current index, within `bulk`. */
    takeTurn: (query: Query) => query(`select pg_advisory_xact_lock(${writeLock})`),

    close: () => pool.end(),
  };
}

/** Returns the state of the index. Empties an index of an older version; throws for a newer one. */
async function readState(query: Query): Promise<IndexState> {
  const [state] = await query<IndexState>(selectState);
  if (!state) throw new Error('search index (postgres): its state is missing');
  if (state.version > indexVersion) throw new Error('search index (postgres): a newer release has made it');
  if (state.version === indexVersion) return state;
  await query(emptyTables(state.slot));
  const [emptied] = await query<IndexState>(
    `update search_state set version = ${indexVersion}, generation = generation + 1, edition = edition + 1
      returning slot, version, generation, edition`,
  );
  return emptied ?? state;
}

export function emptyTables(slot: IndexState['slot']): string {
  return `truncate ${Object.values(tablesOf(slot)).join(', ')} restart identity`;
}
