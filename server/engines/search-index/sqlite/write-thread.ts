import { createThreadCalls } from '#server/machinery/threads/thread-calls.ts';
import type { IndexThreadSetup } from './thread-setup.ts';
import type { IndexWrites } from './index-writes.ts';

/** Writes to an index file in a thread. */
export type WriteThread = {
  [Name in keyof IndexWrites]: (...given: Parameters<IndexWrites[Name]>) => Promise<ReturnType<IndexWrites[Name]>>;
} & {
  /** Recreates the file after another thread found it damaged. */
  remake(reason: string): Promise<void>;
  /** Ends the thread after its pending calls. */
  close(): Promise<void>;
};

/** Enough for the numbers of some 200,000 words and a batch of long pages; beyond it, garbage is collected earlier. */
const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * Creates the thread, which starts with the first call, and again after a crash. It keeps the process alive only while it
 * works.
 */
export function createWriteThread(setup: IndexThreadSetup, onRemade: (reason: string) => void): WriteThread {
  const { send, close } = createThreadCalls<{ remade: string }>({
    program: new URL('./write-worker.ts', import.meta.url),
    subject: 'search index',
    options: { workerData: setup, resourceLimits: memoryLimits },
    // In bulk a transaction is of many calls.
    ...(setup.isBulk && { idleMs: null }),
    onOther: ({ remade }) => onRemade(remade),
  });

  function remote<Name extends keyof IndexWrites>(name: Name): WriteThread[Name] {
    // The thread responds to each name with the result of the function of that name.
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
    endBulk: remote('endBulk'),
    close,
  };
}
