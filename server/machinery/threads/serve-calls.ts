import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadCall } from './thread-calls.ts';
import { toFailure } from './thread-failure.ts';

/**
 * Responds to the calls of thread-calls.ts in the order in which they are made. `run` returns, or resolves to, the
 * result of the function with that name. Calls `close` before the thread ends.
 */
export function serveCalls(parts: { run(name: string, given: readonly unknown[]): unknown; close(): unknown }): void {
  let last: Promise<void> = Promise.resolve();

  async function answer({ id, name, given }: ThreadCall): Promise<ThreadAnswer> {
    try {
      return { id, result: await parts.run(name, given) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  }

  async function serve(call: ThreadCall | 'close'): Promise<void> {
    if (call === 'close') {
      await parts.close();
      parentPort?.close();
    } else post(await answer(call));
  }

  parentPort?.on('message', (call: ThreadCall | 'close') => {
    last = last.then(() => serve(call));
  });
}

/** Sends a message to the main thread: a response, or one that `onOther` of thread-calls.ts receives. */
export function post(message: object): void {
  parentPort?.postMessage(message);
}

/** Calls a function by its name. Names and arguments come from `remoteOf`, which has the types. */
export function callByName(functions: object, name: string, given: readonly unknown[]): unknown {
  return (functions as Record<string, (...each: readonly unknown[]) => unknown>)[name]?.(...given);
}
