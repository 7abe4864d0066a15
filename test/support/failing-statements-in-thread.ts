import { StatementSync } from 'node:sqlite';
import { BroadcastChannel } from 'node:worker_threads';

/**
 * Loaded into the threads of the read pool by failing-statements.ts: requests a verdict for each statement from the
 * main thread and waits for it. Imports no code of the product, which is loaded after it.
 */

const questions = new BroadcastChannel('examshelf-failing-statements');
questions.unref();
const waits = 0;
const passes = -1;
const messages: Readonly<Record<number, string>> = {
  5: 'database is locked',
  10: 'disk I/O error',
  11: 'database disk image is malformed',
};

const original = StatementSync.prototype.all as (this: StatementSync, ...values: unknown[]) => unknown[];
Object.assign(StatementSync.prototype, {
  all(this: StatementSync, ...values: unknown[]) {
    const answer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const given = new Int32Array(answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads is no window
    questions.postMessage({ sql: this.sourceSQL, answer });
    Atomics.wait(given, 0, waits);
    const errcode = Atomics.load(given, 0);
    if (errcode !== passes)
      throw Object.assign(new Error(messages[errcode] ?? 'unknown error'), { code: 'ERR_SQLITE_ERROR', errcode });
    return original.apply(this, values);
  },
});
