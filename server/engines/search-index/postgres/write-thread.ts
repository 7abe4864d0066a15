import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { createThreadCalls, remoteOf, type Remote } from '#server/machinery/threads/thread-calls.ts';
import type { createBulkWrites, createThreadWrites } from './thread-writes.ts';

/** `isBulk` writes another index next to the current one. */
export type WriteThreadSetup = { address: PostgresAddress; niceness: number; isBulk: boolean };

export type WriteThread = Remote<ReturnType<typeof createThreadWrites>>;
export type BulkThread = Remote<ReturnType<typeof createBulkWrites>>;

/** Indexing can wait; searches and pages cannot. */
const niceness = 15;
/** Enough for the numbers and counts of all words of a large library, and a batch of long pages. */
const memoryLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const shared = ['begin', 'putPages', 'finish', 'remove'] as const;

/** Starts a thread that writes the current index. It starts with the first call, and ends when idle. */
export const startWriteThread = (address: PostgresAddress) =>
  start<WriteThread>({ address, niceness, isBulk: false }, [...shared, 'claim', 'release']);

/** Starts a thread that writes another index. */
export const startBulkThread = (address: PostgresAddress) =>
  start<BulkThread>({ address, niceness, isBulk: true }, [...shared, 'open', 'list', 'complete']);

function start<Thread extends object>(
  setup: WriteThreadSetup,
  names: readonly Exclude<keyof Thread, 'close'>[],
): Thread {
  const { send, close } = createThreadCalls({
    program: new URL('./write-worker.ts', import.meta.url),
    subject: 'search index',
    options: { workerData: setup, resourceLimits: memoryLimits },
    // In bulk it is one transaction from the first call to the last.
    ...(setup.isBulk && { idleMs: null }),
  });
  return { ...remoteOf<Thread>({ send }, names), close } as Thread;
}
