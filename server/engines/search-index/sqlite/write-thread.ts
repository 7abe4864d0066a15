import type { SearchThreadSetup } from '#server/engines/search-index/search-pool.ts';
import { createThreadCalls, remoteOf, type Remote } from '#server/machinery/threads/thread-calls.ts';
import type { IndexWrites } from './index-writes.ts';

/** The start parameters of a thread of the index. */
export type IndexThreadSetup = SearchThreadSetup & {
  file: string;
  /** The database of materials; only threads that search read it. */
  libraryFile: string;
  /** True to write a whole file that is discarded unless it is finished. */
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

  return {
    remake: (reason) => send('remake', [reason]) as Promise<void>,
    ...remoteOf<IndexWrites>({ send }, names),
    close,
  };
}
