import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { toError, type ThreadFailure } from '#server/database/thread-failure.ts';
import type { SimilarEngine } from './similar-engine.ts';

export type SimilarCall = { id: number; name: keyof SimilarEngine; given: readonly unknown[] };

/** The engine in a thread of its own: comparing long texts takes a while. It starts with the first call. */
export type SimilarThread = {
  [Name in keyof SimilarEngine]: (
    ...given: Parameters<SimilarEngine[Name]>
  ) => Promise<ReturnType<SimilarEngine[Name]>>;
} & { close(): Promise<void> };

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** `directory` is where `similar.sqlite` is. The thread starts again after a crash. */
export function openSimilarThread(directory: string): SimilarThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory: path.resolve(directory) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.unref();
    started.on('message', (message: { id: number; result: unknown } | { id: number; failure: ThreadFailure }) => {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) started.unref();
      if ('failure' in message) call?.reject(toError(message.failure));
      else call?.resolve(message.result);
    });
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { reject }] of waiting) {
        waiting.delete(id);
        reject(new Error('similar texts: the thread ended'));
      }
    });
    return started;
  }

  function remote<Name extends keyof SimilarEngine>(name: Name): SimilarThread[Name] {
    const call = (...given: readonly unknown[]): Promise<unknown> => {
      if (isClosed) return Promise.reject(new Error('similar texts: closed'));
      const thread = (worker ??= start());
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        thread.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
        thread.postMessage({ id, name, given } satisfies SimilarCall);
      });
    };
    // The thread answers each name with the result of the engine's function of that name.
    return call as SimilarThread[Name];
  }

  return {
    versions: remote('versions'),
    note: remote('note'),
    finish: remote('finish'),
    compare: remote('compare'),
    pairs: remote('pairs'),
    forget: remote('forget'),

    async close() {
      isClosed = true;
      const thread = worker;
      if (!thread) return;
      thread.ref();
      const ended = new Promise((resolve) => {
        thread.once('exit', resolve);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      thread.postMessage('close');
      await ended;
    },
  };
}
