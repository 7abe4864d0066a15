import children, { type ChildProcess, type ForkOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes a call to the file system fail inside the processes that handle files (pictures, reading copies), on the file
 * they read or the one they write. Replaces `fork`, so import it before the code that calls it.
 */

/** Makes the call with this number fail, counted from 0 in each process. */
export type PlannedFailure = { index: number; code: string };

type Watch = { plan: PlannedFailure | null; onCall: (call: string) => void };

let watch: Watch | null = null;

/** Makes the planned call fail in every process that starts until the returned function is called. */
export function failInWorkers(plan: PlannedFailure | null, onCall: (call: string) => void): () => void {
  watch = { plan, onCall };
  return () => {
    watch = null;
  };
}

const preload = fileURLToPath(new URL('./failing-files-in-worker.ts', import.meta.url));
const original = children.fork as (program: string, words: readonly string[], options: ForkOptions) => ChildProcess;

Object.assign(children, {
  fork(program: string, words: readonly string[], options: ForkOptions) {
    if (!watch || !program.endsWith('-worker.ts')) return original(program, words, options);
    const mine = watch;
    const { plan, onCall } = mine;
    const child = original(program, words, {
      ...options,
      env: { ...options.env, EXAMSHELF_FAILING_CALL: JSON.stringify(plan) },
      execArgv: [...(options.execArgv ?? []), `--allow-fs-read=${preload}`, '--import', preload],
    });
    child.on('message', (message: unknown) => {
      // The process may continue with other work.
      if (watch !== mine) return;
      if (typeof message === 'object' && message !== null && 'judgedCall' in message)
        onCall(String(message.judgedCall));
    });
    return child;
  },
});

syncBuiltinESMExports();
