import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { endWhenIdle, type Rest } from './end-when-idle.ts';
import { toError, type ThreadFailure } from './thread-failure.ts';

/** A call to a function in the thread. */
export type ThreadCall = { id: number; name: string; given: readonly unknown[] };

/** The response to a call. */
export type ThreadAnswer = { id: number; result: unknown } | { id: number; failure: ThreadFailure };

/** Calls to functions that run in a separate thread, in the order in which they are made. */
export type ThreadCalls = {
  /** Resolves to the function's result. Rejects with its error, when the thread ends, and after closing. */
  send(name: string, given: readonly unknown[]): Promise<unknown>;
  /** Refuses further calls, makes the thread close, and resolves when it has ended. */
  close(): Promise<void>;
};

/** The functions of a thread, as promises. */
export type Remote<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

/**
 * Returns functions that run in the thread. The thread responds to each name with the result of its function of that
 * name.
 */
export function remoteOf<Functions>(
  { send }: Pick<ThreadCalls, 'send'>,
  names: readonly (keyof Functions)[],
): Remote<Functions> {
  const remote = (name: string) => [name, (...given: readonly unknown[]) => send(name, given)];
  return Object.fromEntries(names.map((name) => remote(String(name)))) as Remote<Functions>;
}

/** Results by function name while the thread's file does not exist; any other call creates the file. */
export type WithoutFile = { file: string; answers: Readonly<Record<string, unknown>> };

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/**
 * Creates the calls. The thread starts with the first call, and again after a crash; it prevents the process from
 * ending only while it works. `subject` starts the error messages and names the thread. `onOther` receives every
 * message of the thread that is not a response. With `withoutFile`, calls whose result on a missing file is known start
 * no thread.
 */
export function createThreadCalls<Other = never>(parts: {
  program: URL;
  subject: string;
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;
  onOther?: (message: Other) => void;
  withoutFile?: WithoutFile;
  /** Idle timeout of the thread; null for one that has state between calls. */
  idleMs?: number | null;
}): ThreadCalls {
  const { program, subject, options, onOther, withoutFile, idleMs } = parts;
  const waiting = new Map<number, Waiting>();
  /** Calls that wait for the next thread while the previous one is ending. */
  const held: (() => void)[] = [];
  let worker: Worker | null = null;
  let isEnding = false;
  let rest: Rest | null = null;
  let lastId = 0;
  let isClosed = false;

  function settle(answer: ThreadAnswer, thread: Worker): void {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    // The closing caller waits for its end.
    if (waiting.size === 0 && !isClosed) {
      thread.unref();
      rest?.begin();
    }
    if ('result' in answer) call?.resolve(answer.result);
    else call?.reject(toError(answer.failure));
  }

  function start(): Worker {
    const started = startThread(program, subject, options);
    rest = endWhenIdle(started, {
      idleMs,
      end: () => {
        isEnding = true;
        post(started, 'close');
      },
    });
    started.on('message', (message: ThreadAnswer | (Other & { id?: never })) => {
      if (message.id === undefined) onOther?.(message);
      else settle(message, started);
    });
    const reason = watchReason(started);
    started.once('exit', () => {
      if (worker === started) worker = null;
      if (isEnding) {
        // These calls were made after the thread had begun to end.
        isEnding = false;
        for (const begin of held.splice(0)) begin();
        return;
      }
      for (const { reject } of waiting.values()) reject(new Error(`${subject}: ${reason()}`));
      waiting.clear();
    });
    return started;
  }

  return {
    send(name, given) {
      if (isClosed) return Promise.reject(new Error(`${subject}: closed`));
      const known = worker ? null : answerWithoutFile(withoutFile, name);
      if (known) return Promise.resolve(known.result);
      rest?.end();
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        const begin = () => {
          worker ??= start();
          post(worker, { id, name, given });
        };
        if (isEnding) held.push(begin);
        else begin();
        worker?.ref();
      });
    },

    async close() {
      isClosed = true;
      rest?.end();
      if (isEnding && worker) await whenEnded(worker);
      const thread = worker;
      if (!thread) return;
      const ended = whenEnded(thread);
      post(thread, 'close');
      await ended;
    },
  };
}

function whenEnded(thread: Worker): Promise<unknown> {
  thread.ref();
  return new Promise((resolve) => {
    thread.once('exit', resolve);
  });
}

function startThread(program: URL, subject: string, options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>) {
  return new Worker(program, {
    ...options,
    name: subject,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

function post(thread: Worker, message: ThreadCall | 'close'): void {
  thread.postMessage(message);
}

/** Returns a function that returns the reason why a thread ended, once it has ended. */
function watchReason(thread: Worker): () => string {
  let reason = 'its thread ended';
  thread.on('error', (error) => {
    reason = `its thread failed: ${error.message}`;
  });
  return () => reason;
}

/** Returns the result for a call that needs no thread. */
function answerWithoutFile(withoutFile: WithoutFile | undefined, name: string): { result: unknown } | null {
  if (!withoutFile || !Object.hasOwn(withoutFile.answers, name) || existsSync(withoutFile.file)) return null;
  return { result: structuredClone(withoutFile.answers[name]) };
}
