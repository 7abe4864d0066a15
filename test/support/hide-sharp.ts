import children, { type ChildProcess, type ForkOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Options of a Node process in which sharp cannot be loaded. */
export const withoutSharp = ['--import', fileURLToPath(new URL('./hide-sharp-in-process.mjs', import.meta.url))];

/** Prevents forked processes from loading sharp until disposed, as on a machine with packages for another processor. */
export function hideSharp(): Disposable {
  const original = children.fork as (program: string, words: readonly string[], options: ForkOptions) => ChildProcess;
  replaceFork((program: string, words: readonly string[], options: ForkOptions) =>
    original(program, words, {
      ...options,
      execArgv: [...(options.execArgv ?? []), `--allow-fs-read=${withoutSharp[1]}`, ...withoutSharp],
    }),
  );
  return { [Symbol.dispose]: () => replaceFork(original) };
}

function replaceFork(fork: unknown): void {
  Object.assign(children, { fork });
  syncBuiltinESMExports();
}
