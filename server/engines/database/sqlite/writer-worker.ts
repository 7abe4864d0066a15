import { statfsSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { closedCode, closedSetting, readClosedMark } from '#server/machinery/faults/closed-library.ts';
import { serveCalls } from '#server/machinery/threads/serve-calls.ts';
import { defineStopFunction, keepStatements } from './sqlite-connection.ts';
import type { WriterRequest, WriterResult, WriterSetup } from './writer-thread.ts';

/**
 * The writer thread: runs statements one after the other on the only writing connection. A disk that hangs, or
 * another program that holds the lock, blocks only this thread. Started by writer-thread.ts.
 */

const setup = workerData as WriterSetup;
const sqliteFull = 13;
/** The statement of writer-dialect.ts that begins a transaction. */
const beginning = 'begin immediate';
let hasSettings: boolean | undefined;
let database: DatabaseSync | null = null;
const prepare = keepStatements((sql) => (database ??= open()).prepare(sql));

function open(): DatabaseSync {
  const opened = new DatabaseSync(setup.file, { timeout: setup.busyTimeoutMs, enableForeignKeyConstraints: true });
  opened.exec(`pragma synchronous = full; pragma cache_size = ${-setup.cacheKiB}`);
  // Reads inside a transaction are the same SQL as outside, which calls this function.
  defineStopFunction(opened);
  return opened;
}

function run({ sql, parameters, isFirst }: WriterRequest): WriterResult {
  const connection = (database ??= open());
  // A commit or rollback that failed leaves its transaction open, and the next statements would become part of it.
  if (isFirst && connection.isTransaction) connection.exec('rollback');
  // After some errors (full disk, input/output) SQLite has already rolled back automatically.
  if (sql === 'rollback' && !connection.isTransaction) return { rows: [] };
  if (connection.isTransaction || sql.startsWith('pragma')) return execute(sql, parameters);
  makeRoom();
  connection.exec('begin immediate');
  try {
    requireOpen(connection);
    if (sql === beginning) return { rows: [] };
    const result = execute(sql, parameters);
    connection.exec('commit');
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
}

function execute(sql: string, parameters: WriterRequest['parameters']): WriterResult {
  const statement = prepare(sql);
  if (statement.columns().length > 0) return { rows: statement.all(...parameters) };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], changes, lastInsertRowid };
}

/** Checked within the writing transaction, so that nothing is written once the library is closed. */
function requireOpen(connection: DatabaseSync): void {
  // A database of a test may have no settings.
  hasSettings ??= connection.prepare("select 1 from sqlite_schema where name = 'settings'").get() !== undefined;
  if (!hasSettings) return;
  const row = prepare('select value from settings where name = ?').get(closedSetting);
  if (readClosedMark(row ? String(row['value']) : null) === null) return;
  throw Object.assign(new Error('database (sqlite): the library is closed for writing'), { code: closedCode });
}

/** Retries if deleting the ballast freed space: a quota can be exceeded on a disk that has space. */
function runWithBallast(request: WriterRequest): WriterResult {
  const wasInTransaction = database?.isTransaction ?? false;
  try {
    return run(request);
  } catch (error) {
    if (!isFull(error) || !dropBallast() || wasInTransaction) throw error;
    return run(request);
  }
}

function makeRoom(): void {
  if (!setup.ballast) return;
  try {
    const { bavail, bsize } = statfsSync(path.dirname(setup.file));
    if (bavail * bsize < setup.ballast.bytes) dropBallast();
  } catch {
    // If the file system does not respond, the statement will fail with the reason.
  }
}

function dropBallast(): boolean {
  if (!setup.ballast) return false;
  try {
    unlinkSync(setup.ballast.path);
    return true;
  } catch {
    return false;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteFull;
}

serveCalls({
  run: (_name, [request]) => runWithBallast(request as WriterRequest),
  // The last connection to be closed writes the write-ahead log into the file.
  close: () => database?.close(),
});
