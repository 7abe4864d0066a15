import type { SearchThreadSetup } from '#server/engines/search-index/search-pool.ts';
import { createThreadCalls, remoteOf, type Remote } from '#server/machinery/threads/thread-calls.ts';
import type { IndexWrites } from './index-writes.ts';

/** The start parameters of a thread of the index. */
export type IndexThreadSetup = SearchThreadSetup & {
  file: string;
  /** The database of materials; only threads that search read it. */
  libraryFile: string;
  /** True to write a separate file that is discarded unless it is completed. */
  isBulk?: boolean;
};

/** Writes to an index file in a thread. */
export type WriteThread = Remote<IndexWrites> & {
  /** Recreates the file after another thread found it damaged. */
  remake(reason: string): Promise<void>;
  /** Ends the thread after its pending calls. */
  close(): Promise<void>;
};

const names = ['begin', 'putPages', 'finish', 'remove', 'list', 'count', 'idsOf', 'endBulk'] as const;

/**
 * Memory for the numbers of some 200,000 words and a batch of long pages; close to this limit, garbage is collected
 * earlier.
 */
const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * Creates the thread. It starts with the first call, and again after a crash. It keeps the process running only while
 * it works.
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

  return {
    remake: (reason) => send('remake', [reason]) as Promise<void>,
    ...remoteOf<IndexWrites>({ send }, names),
    close,
  };
}
