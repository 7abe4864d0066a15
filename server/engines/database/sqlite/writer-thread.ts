import { Worker } from 'node:worker_threads';
import { toError } from '#server/machinery/threads/thread-failure.ts';
import type { WriterAnswer, WriterRequest, WriterResult, WriterSetup } from './writer-messages.ts';

/** Runs statements on the writing connection, which has its own thread. */
export interface WriterThread {
  /** Runs in the order of the calls. Rejects with the engine's error: its message, `code` and `errcode`. */
  run(request: Omit<WriterRequest, 'id'>): Promise<WriterResult>;
  /** Ends the thread after the pending statements. */
  close(): Promise<void>;
}

type Waiting = { resolve: (result: WriterResult) => void; reject: (error: Error) => void };

/**
 * The thread starts with the first statement, and again after a crash. It prevents the process from ending only while
 * it works.
 */
export function createWriterThread(setup: WriterSetup): WriterThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./writer-worker.ts', import.meta.url), {
      name: 'database',
      workerData: setup,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.unref();
    started.on('message', (answer: WriterAnswer) => {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      // The closing caller waits for its end.
      if (waiting.size === 0 && !isClosed) started.unref();
      if ('result' in answer) request?.resolve(answer.result);
      else request?.reject(toError(answer.failure));
    });
    let reason = 'the writer thread ended';
    started.on('error', (error) => {
      reason = `the writer thread failed: ${error.message}`;
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { reject }] of waiting) {
        waiting.delete(id);
        reject(new Error(`database (sqlite): ${reason}`));
      }
    });
    return started;
  }

  return {
    run(request) {
      if (isClosed) return Promise.reject(new Error('database (sqlite): it is closed'));
      const thread = (worker ??= start());
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        thread.ref();
        thread.postMessage({ id, ...request } satisfies WriterRequest);
      });
    },

    async close() {
      isClosed = true;
      const thread = worker;
      if (!thread) return;
      thread.ref();
      const ended = new Promise((resolve) => {
        thread.once('exit', resolve);
      });
      thread.postMessage('close');
      await ended;
    },
  };
}
