import { syncBuiltinESMExports } from 'node:module';
import sqlite, { DatabaseSync, StatementSync } from 'node:sqlite';
import threads, { BroadcastChannel, type WorkerOptions } from 'node:worker_threads';

/**
 * Makes any statement of node:sqlite fail that runs in this thread or in a thread of the read pool. Replaces functions
 * of `node:sqlite`, so import it before the code that is to fail. The writing thread is not affected: use `wrapWriter`
 * for it.
 */

/**
 * Result of a statement: null lets it pass; a result code of SQLite makes it fail, before or after it is done; `until`
 * delays it.
 */
export type StatementVerdict = null | { errcode: number; isDone?: boolean } | { until: Promise<void> };

/** A statement without its values: `select files`, or `select files (thread)` in a thread of the pool. */
type StatementCall = string;

type Judge = (call: StatementCall) => StatementVerdict;

let judge: Judge | null = null;

/** Decides about every statement until the returned function is called. */
export function judgeStatements(next: Judge): () => void {
  judge = next;
  return () => {
    judge = null;
  };
}

const messages: Readonly<Record<number, string>> = {
  5: 'database is locked',
  10: 'disk I/O error',
  11: 'database disk image is malformed',
  13: 'database or disk is full',
};

/** Returns an error as node:sqlite throws it. */
export function statementError(errcode: number): Error {
  const errstr = messages[errcode] ?? 'unknown error';
  return Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
}

/** Returns the verb of a statement and its table. */
export function describeStatement(sql: string): StatementCall {
  const verb = /[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? '';
  if (verb === 'pragma') return `pragma ${/pragma\s+(\w+)/i.exec(sql)?.[1] ?? ''}`;
  const table = /\b(?:from|into|update)\s+["'`]?(\w+)/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

function judged<Result>(call: StatementCall, work: () => Result): Result {
  const verdict = judge?.(call) ?? null;
  // A statement in this thread cannot be delayed without stopping everything.
  if (verdict === null || 'until' in verdict) return work();
  if (verdict.isDone) work();
  throw statementError(verdict.errcode);
}

for (const name of ['all', 'get', 'run', 'iterate'] as const) {
  const original = StatementSync.prototype[name] as (this: StatementSync, ...values: unknown[]) => unknown;
  const replaced = function judgeFirst(this: StatementSync, ...values: unknown[]) {
    return judged(describeStatement(this.sourceSQL), () => original.apply(this, values));
  };
  Object.assign(StatementSync.prototype, { [name]: replaced });
}

const originalExec = DatabaseSync.prototype.exec;
Object.assign(DatabaseSync.prototype, {
  exec(this: DatabaseSync, sql: string) {
    judged(describeStatement(sql), () => originalExec.call(this, sql));
  },
});

const originalBackup = sqlite.backup;
Object.assign(sqlite, {
  async backup(...parameters: Parameters<typeof originalBackup>) {
    const verdict = judge?.('backup') ?? null;
    if (verdict === null || 'until' in verdict) {
      await verdict?.until;
      return originalBackup(...parameters);
    }
    if (verdict.isDone) await originalBackup(...parameters);
    throw statementError(verdict.errcode);
  },
});

/** Request of a thread of the pool before each statement, with the memory for the response. */
type ThreadQuestion = { sql: string; answer: SharedArrayBuffer };
const questionsName = 'examshelf-failing-statements';
/** Number that lets a statement pass; any other is the code with which it fails. */
const passes = -1;

const questions = new BroadcastChannel(questionsName);
questions.addEventListener('message', (event) => void answerThread((event as MessageEvent<ThreadQuestion>).data));
questions.unref();

async function answerThread({ sql, answer }: ThreadQuestion): Promise<void> {
  const verdict = judge?.(`${describeStatement(sql)} (thread)`) ?? null;
  if (verdict !== null && 'until' in verdict) await verdict.until;
  const given = new Int32Array(answer);
  Atomics.store(given, 0, verdict !== null && 'errcode' in verdict ? verdict.errcode : passes);
  Atomics.notify(given, 0);
}

const preload = new URL('./failing-statements-in-thread.ts', import.meta.url).href;
const OriginalWorker = threads.Worker;

class JudgedWorker extends OriginalWorker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const isReader = String(program).endsWith('/read-worker.ts');
    super(program, isReader ? { ...options, execArgv: [...(options.execArgv ?? []), '--import', preload] } : options);
  }
}
Object.assign(threads, { Worker: JudgedWorker });

syncBuiltinESMExports();
