import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { toError, type ThreadFailure } from './thread-failure.ts';

/** A call to a function in the thread. */
export type ThreadCall = { id: number; name: string; given: readonly unknown[] };

/** The answer to a call. */
export type ThreadAnswer = { id: number; result: unknown } | { id: number; failure: ThreadFailure };

/** Calls to functions that run in a thread of their own, in the order in which they are made. */
export type ThreadCalls = {
  /** Resolves with the function's result. Rejects with its error, when the thread ends, and once this is closed. */
  send(name: string, given: readonly unknown[]): Promise<unknown>;
  /** Refuses further calls, asks the thread to close, and resolves when it has ended. */
  close(): Promise<void>;
};

/** What calls are answered while the thread's file does not exist, by name; any other call makes the file. */
export type WithoutFile = { file: string; answers: Readonly<Record<string, unknown>> };

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/**
 * The thread starts with the first call, and again after a crash; it keeps the process alive only while it works.
 * `subject` begins the messages of errors and names the thread. `onOther` gets every message of the thread that is not
 * an answer. With `withoutFile` no thread is started for what an empty file would answer.
 */
export function createThreadCalls<Other = never>(parts: {
  program: URL;
  subject: string;
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;
  onOther?: (message: Other) => void;
  withoutFile?: WithoutFile;
}): ThreadCalls {
  const { program, subject, options, onOther, withoutFile } = parts;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function settle(answer: ThreadAnswer, thread: Worker): void {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    // Whoever closes it waits for its end.
    if (waiting.size === 0 && !isClosed) thread.unref();
    if ('result' in answer) call?.resolve(answer.result);
    else call?.reject(toError(answer.failure));
  }

  function start(): Worker {
    const started = new Worker(program, {
      ...options,
      name: subject,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.unref();
    started.on('message', (message: ThreadAnswer | (Other & { id?: never })) => {
      if (message.id === undefined) onOther?.(message);
      else settle(message, started);
    });
    let reason = 'its thread ended';
    started.on('error', (error) => {
      reason = `its thread failed: ${error.message}`;
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { reject }] of waiting) {
        waiting.delete(id);
        reject(new Error(`${subject}: ${reason}`));
      }
    });
    return started;
  }

  /** What is answered without the thread. */
  function answerWithoutFile(name: string): { result: unknown } | null {
    if (!withoutFile || worker || !Object.hasOwn(withoutFile.answers, name) || existsSync(withoutFile.file))
      return null;
    return { result: structuredClone(withoutFile.answers[name]) };
  }

  return {
    send(name, given) {
      if (isClosed) return Promise.reject(new Error(`${subject}: closed`));
      const known = answerWithoutFile(name);
      if (known) return Promise.resolve(known.result);
      const thread = (worker ??= start());
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        thread.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage({ id, name, given } satisfies ThreadCall);
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
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('close');
      await ended;
    },
  };
}
