import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { toError } from '#server/database/thread-failure.ts';
import type { TextsCall, TextsMessage, TextsSetup } from './texts-messages.ts';
import type { Texts } from './texts.ts';

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/**
 * Texts in a SQLite file of their own, `texts.sqlite` in `directory`. All work on it is done in a thread, which starts
 * with the first call, and again after a crash. A file that is damaged, or was written by another version, is deleted and
 * made anew; `log` says so.
 */
export function openSqliteTexts({ directory, log }: { directory: string; log: Logger }): Texts {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory: path.resolve(directory) } satisfies TextsSetup,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.unref();
    started.on('message', (message: TextsMessage) => {
      if ('remade' in message) {
        log.warn(message.remade, 'the file of texts was made anew; all files are read again');
        return;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) started.unref();
      if ('result' in message) call?.resolve(message.result);
      else call?.reject(toError(message.failure));
    });
    let reason = 'its thread ended';
    started.on('error', (error) => {
      reason = `its thread failed: ${error.message}`;
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { reject }] of waiting) {
        waiting.delete(id);
        reject(new Error(`texts: ${reason}`));
      }
    });
    return started;
  }

  /** A function of the port that is done in the thread, in the order of the calls. */
  function remote<Name extends TextsCall['name']>(name: Name): Texts[Name] {
    const call = (...given: readonly unknown[]): Promise<unknown> => {
      if (isClosed) return Promise.reject(new Error('texts: the store is closed'));
      const thread = (worker ??= start());
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        thread.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
        thread.postMessage({ id, name, given } satisfies TextsCall);
      });
    };
    // The thread answers each name with the result of the port's function of that name.
    return call as Texts[Name];
  }

  return {
    begin: remote('begin'),
    find: remote('find'),
    store: remote('store'),
    awaitRecognition: remote('awaitRecognition'),
    fail: remote('fail'),
    retry: remote('retry'),
    readPage: remote('readPage'),
    readPages: remote('readPages'),
    listWaiting: remote('listWaiting'),
    listFailed: remote('listFailed'),
    listUnread: remote('listUnread'),
    listWaitingPages: remote('listWaitingPages'),
    listFailedPages: remote('listFailedPages'),
    listRecognised: remote('listRecognised'),
    count: remote('count'),
    forget: remote('forget'),
    digests: remote('digests'),

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
