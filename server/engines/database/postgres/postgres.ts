import { sql, type Kysely, type LogEvent } from 'kysely';
import { Client } from 'pg';
import type { ContractIds } from '#contract/addresses.ts';
import type { Database } from '#server/engines/database/database.ts';
import { createTryRecords } from '#server/engines/database/records/accounts/sign-in-tries.ts';
import { createRecords } from '#server/engines/database/records/records.ts';
import { fileUrlParts, type Engine, type ListSql, type QueryRun } from '#server/engines/database/sql/engine.ts';
import { createLeases, databaseMoment } from '#server/engines/database/sql/leases.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import {
  postgresReadLimits,
  setDeadline as usualSetDeadline,
  type ReadOptions,
} from '#server/engines/database/sqlite/read-limits.ts';
import { usualWriterLimits, type WriterLimits } from '#server/engines/database/sqlite/writer-dialect.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { currentCaller, type Caller } from '#server/machinery/queues/caller.ts';
import { createChangeLog } from './change-log.ts';
import { clientConfig } from './client-config.ts';
import { openDatabaseClock } from './database-clock.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { connect, connectLane } from './postgres-dialect.ts';
import { explainOpening } from './postgres-errors.ts';
import { createFileHolds, createPhotographWorks, deleteOldWorks } from './postgres-node-work.ts';
import { prepareTables } from './prepare-tables.ts';
import { openReadLane, type ReadLane } from './read-lane.ts';
import { titleSearch } from './title-words.ts';
import { createWriteDriver } from './write-connection.ts';

/** Tables whose statistics decide between indexes. The server also updates them automatically, after many changes. */
const analysed = [
  'materials',
  'files',
  'shelf_counts',
  'staged_files',
  'staged_paths',
  'trail',
  'harvest_records',
  'text_documents',
  'text_pages',
];

/**
 * Entries of killed nodes: a file that was being joined, a material that was being indexed, a PDF of photographs.
 * They don't block anything, because each has expired, but nobody else removes the rows. An hour is much longer than
 * any of their durations. The tables are scanned completely, since this job keeps them small.
 */
const leftBehind = [
  "delete from file_holds where held_until < clock_timestamp() - interval '1 hour'",
  "delete from search_claims where until < clock_timestamp() - interval '1 hour'",
  deleteOldWorks,
];

/** Daily maintenance, by one of the nodes, on a separate connection. */
async function tidyTables(address: PostgresAddress): Promise<void> {
  const client = new Client(clientConfig(address));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of leftBehind) await client.query(statement);
    for (const table of analysed) await client.query(`analyze ${table}`);
  } catch (error) {
    throw new DatabaseFailing(describeAddress(address), error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export type PostgresOptions = {
  address: PostgresAddress;
  /** The address for notifications, if `address` is that of a pooler. */
  directAddress?: PostgresAddress | null;
  /**
   * Name of this process in the change log (letters, digits and `.` `_` `-`); without it, none of its changes count
   * as own.
   */
  node?: string;
  publicUrl: string;
  ids: ContractIds;
  /** Only for tests: without it, the time of the database (database-clock.ts). */
  now?: () => number;
  /** The folder of migrations; only tests name another. */
  migrations?: string;
  /** False for a program that runs next to servers: tables of another release are then refused. */
  mayMigrate?: boolean;
  /** Called after every statement, for the log of slow ones. */
  onQuery?: (query: QueryRun) => void;
  /** Called for every statement that failed, so that faults are noticed wherever they happen. */
  onError?: (error: unknown) => void;
  /** Maximum number of writes waiting for the writing connection, and their timeout. */
  writerLimits?: WriterLimits;
  /** Maximum time between statements of a transaction (write-connection.ts), in milliseconds. */
  silenceMs?: number;
  /** Limits and deadlines of reads that may visit many rows. */
  reads?: ReadOptions;
  /** Limits and deadlines of reads that an index answers. */
  quickReads?: QuickReadLimits;
  /** For tests: called before every statement of the writing connection, which fails with the thrown error. */
  onWrite?: (sql: string) => void;
  /** Duration of an unrenewed hold on a file or a PDF of photographs, in milliseconds. */
  holdMs?: number;
};

/** Longer than a server takes to notice a lost connection and to end the transaction. */
const unsureMs = 60_000;
/** Longest wait of an upload after a node is killed; several times the silence timeout of a connection. */
const usualHoldMs = 15_000;

export type QuickReadLimits = { workers: number; maxWaiting: number; deadlineMs: number };

/** A read of one row takes a fraction of a millisecond: a full queue is read within a tenth of a second. */
const usualQuickReads: QuickReadLimits = { workers: 8, maxWaiting: 500, deadlineMs: 5000 };

export type PostgresDatabase = Database & {
  reads: { readonly state: Readonly<Record<Caller, { waiting: number; running: number }>> };
  /** Read-only statements, for data derived from the records (server/engines/search-index). */
  reader: Kysely<Tables>;
};

/**
 * Opens the records in a PostgreSQL database and migrates its tables. Writes are durable once their promise resolves,
 * if the server has `synchronous_commit` on, which is the default. One connection writes, some run quick reads, and
 * lanes as in SQLite's read pool run the slow ones (docs/decisions/0053-postgresql.md). Must be closed. Throws an
 * Error with one line that names the setting and the action to take.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const { address, directAddress, node = '', publicUrl, ids, reads = {}, onError } = options;
  try {
    await prepareTables(address, { now: Date.now, ...options });
  } catch (error) {
    throw explainOpening(address, error);
  }
  const onLost = (error: unknown) => onError?.(new DatabaseFailing(describeAddress(address), error));
  const shared = { address, setDeadline: reads.setDeadline ?? usualSetDeadline, onLost };
  const openLane = (caller: Caller) =>
    openReadLane({ ...shared, limits: (reads.limits ?? postgresReadLimits)[caller], isGuarded: true });
  const lanes = { visitor: openLane('visitor'), page: openLane('page'), administrator: openLane('administrator') };
  const quick = openReadLane({ ...shared, limits: options.quickReads ?? usualQuickReads, isGuarded: false });
  const read = connectLane(() => quick, createLog(options, false));
  const scan = connectLane(() => lanes[currentCaller()], createLog(options, true));
  const limits = options.writerLimits ?? usualWriterLimits;
  // The outcome of a commit without a response is unknown: for a while this process also applies its own changes.
  let unsureUntil = -Infinity;
  const onUnsure = () => void (unsureUntil = performance.now() + unsureMs);
  const isUnsure = () => performance.now() < unsureUntil;
  const { silenceMs, onWrite } = options;
  const writing = { address, limits, onLost, ...(silenceMs !== undefined && { silenceMs }) };
  const write = connect(createWriteDriver({ ...writing, node, onUnsure, onWrite }), createLog(options, false));
  const fileUrl = fileUrlParts(publicUrl, ids);
  const clock = options.now ? null : await openDatabaseClock(() => findMoment(read));
  const now = options.now ?? clock?.now ?? Date.now;
  const holding = connect(createWriteDriver({ ...writing, writesWhenClosed: true, takesTurns: false }));
  const held = { read, write: holding, holdMs: options.holdMs ?? usualHoldMs };
  const engine: Engine = { read, scan, write, apart, now, notAborted, ...titleSearch, lists, fileUrl };
  return {
    ...createRecords(engine),
    reads: { state: stateOf(lanes) },
    reader: read,
    leases: createLeases(engine),
    history: () => findHistory(read),
    now,
    signInTries: createTryRecords(engine),
    changeLog: createChangeLog(engine, {
      address: directAddress ?? address,
      isOwn: (name) => name === node && !isUnsure(),
    }),
    holds: createFileHolds(held),
    photographWorks: createPhotographWorks(held),
    tidy: () => tidyTables(address),
    async close() {
      clock?.close();
      await Promise.all([quick, ...Object.values(lanes)].map((lane) => lane.close()));
      await Promise.all([write, holding].map((each) => each.destroy()));
    },
  };
}

async function findMoment(read: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ moment: number }>`select ${databaseMoment} as moment`.execute(read);
  return rows[0]?.moment ?? Date.now();
}

/**
 * Tables that were loaded from a dump have other numbers, a server that was set back to an earlier moment or promoted
 * is on another timeline, and another server has another identifier.
 */
async function findHistory(read: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ history: string }>`
    select concat_ws('-', system_identifier, timeline_id, cast(cast('staging_clock' as regclass) as oid)) as history
    from pg_control_system(), pg_control_checkpoint()
  `.execute(read);
  return rows[0]?.history ?? '';
}

function stateOf(lanes: Record<Caller, ReadLane>): PostgresDatabase['reads']['state'] {
  return {
    get visitor() {
      return lanes.visitor.state();
    },
    get page() {
      return lanes.page.state();
    },
    get administrator() {
      return lanes.administrator.state();
    },
  };
}

function createLog({ onQuery, onError }: Pick<PostgresOptions, 'onQuery' | 'onError'>, isApart: boolean) {
  if (!onQuery && !onError) return undefined;
  return (event: LogEvent) => {
    if (event.level === 'error') onError?.(event.error);
    const { query, queryDurationMillis } = event;
    onQuery?.({ sql: query.sql, parameters: query.parameters, durationMs: queryDurationMillis, isApart });
  };
}

/** A failed statement ends its transaction, back to the last savepoint. */
const apart: Engine['apart'] = async (connection, work) => {
  if (!connection.isTransaction) return work();
  await sql`savepoint apart`.execute(connection);
  const result = await work().catch(async (error: unknown) => {
    // If that fails as well, the transaction fails with its next statement.
    await sql`rollback to savepoint apart`.execute(connection).catch(() => undefined);
    throw error;
  });
  await sql`release savepoint apart`.execute(connection);
  return result;
};

/** The server itself ends an aborted statement. */
const notAborted = () => sql<0 | 1>`true`;

const lists: ListSql = {
  texts: (list) =>
    sql`(select value from jsonb_array_elements_text(cast(${JSON.stringify(list)} as jsonb)) as listed (value))`,
  rows: (list) =>
    sql`(select value from jsonb_array_elements(cast(${JSON.stringify(list)} as jsonb)) as listed (value))`,
};
