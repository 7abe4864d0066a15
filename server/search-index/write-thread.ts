import { Worker } from 'node:worker_threads';
import { toError } from '#server/database/thread-failure.ts';
import type { IndexAnswer, IndexCall, IndexThreadSetup } from './index-messages.ts';
import type { IndexWrites } from './index-writes.ts';

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** Writes to an index file in a thread. */
export type WriteThread = {
  [Name in keyof IndexWrites]: (...given: Parameters<IndexWrites[Name]>) => Promise<ReturnType<IndexWrites[Name]>>;
} & {
  /** Makes the file anew, because somebody else found it damaged. */
  remake(reason: string): Promise<void>;
  /** Ends the thread after what it was given. */
  close(): Promise<void>;
};

/**
 * Enough for the numbers of some 200,000 words and a batch of long pages; more garbage is collected instead of kept.
 */
const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** The thread starts with the first call, and again after a crash. It keeps the process alive only while it works. */
export function createWriteThread(setup: IndexThreadSetup, onRemade: (reason: string) => void): WriteThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./write-worker.ts', import.meta.url), {
      workerData: setup,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: memoryLimits,
    });
    started.unref();
    started.on('message', (answer: IndexAnswer) => {
      if ('remade' in answer) return onRemade(answer.remade);
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      if ('result' in answer) call?.resolve(answer.result);
      else call?.reject(toError(answer.failure));
    });
    let reason = 'its thread ended';
    started.on('error', (error) => {
      reason = `its thread failed: ${error.message}`;
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { reject }] of waiting) {
        waiting.delete(id);
        reject(new Error(`search index: ${reason}`));
      }
    });
    return started;
  }

  function send(name: string, given: readonly unknown[]): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('search index: it is closed'));
    const thread = (worker ??= start());
    return new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, { resolve, reject });
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id, name, given } satisfies IndexCall);
    });
  }

  function remote<Name extends keyof IndexWrites>(name: Name): WriteThread[Name] {
    // The thread answers each name with the result of the function of that name.
    return ((...given: readonly unknown[]) => send(name, given)) as WriteThread[Name];
  }

  return {
    remake: (reason) => send('remake', [reason]) as Promise<void>,
    begin: remote('begin'),
    putPages: remote('putPages'),
    finish: remote('finish'),
    remove: remote('remove'),
    list: remote('list'),
    count: remote('count'),
    idsOf: remote('idsOf'),

    async close() {
      isClosed = true;
      const thread = worker;
      if (!thread) return;
      thread.ref();
      const ended = new Promise((resolve) => {
        thread.once('exit', resolve);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('close');
      await ended;
    },
  };
}
