import type { Logger } from 'pino';
import type { Material } from '#domain/material.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { logRetriedWork } from '#server/machinery/faults/retry-held-up.ts';
import type { createIndexInTurn } from './index-in-turn.ts';

type Named = Pick<Material, 'id' | 'sequence'>;

/** Materials that wait to be indexed; each is queued once, and they are indexed one after another. */
export interface IndexQueue {
  /** Queues a material; `hasOtherFile` is true if its file was replaced. */
  note(material: Named, hasOtherFile?: boolean): void;
  /** Returns the sequences of waiting materials whose file was replaced. */
  replaced(): number[];
  /** Queues the materials with a file of this digest. */
  noteText(sha256: string): void;
  /** Number of changes of the index. */
  readonly changes: number;
  /** Resolves when nothing is being indexed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Delay after a failure, such as a full disk. */
const usualRetryMs = 30_000;
/** Delay before a material that another node has claimed is checked again. */
const usualHeldMs = 2000;

type Parts = {
  index: Pick<SearchIndex, 'idsOf'>;
  indexInTurn: ReturnType<typeof createIndexInTurn>;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  retryMs?: number | undefined;
  heldMs?: number | undefined;
};

export function createIndexQueue(parts: Parts): IndexQueue {
  const { index, indexInTurn, isDiskLow, log, retryMs = usualRetryMs, heldMs = usualHeldMs } = parts;
  /** Sequences by id; 0 if unknown. */
  const waiting = new Map<string, number>();
  const waitingTexts = new Set<string>();
  /** Materials that failed, or that another node is indexing, perhaps in an older state: they are indexed later. */
  const held = new Map<string, number>();
  /** Sequences, by id, of materials of which the index has the pages of a replaced file. */
  const replaced = new Map<string, number>();
  const stopping = new AbortController();
  let changes = 0;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;

  /** Starts the work, unless it is already running or waits for a retry. */
  function run(): void {
    if (running || retry || stopping.signal.aborted || waiting.size + waitingTexts.size === 0) return;
    running = work()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        logRetriedWork(log, error, { work: 'indexing a material for search', retried: `in ${retryMs / 1000} seconds` });
        wait(retryMs);
      })
      .finally(() => {
        running = null;
        run();
      });
  }

  function wait(ms: number): void {
    retry = setTimeout(() => {
      retry = null;
      for (const [id, sequence] of held) if (!waiting.has(id)) waiting.set(id, sequence);
      held.clear();
      run();
    }, ms);
    retry.unref();
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await isDiskLow()) return wait(retryMs);
      await takeTexts(waitingTexts, waiting, index);
      const next = waiting.entries().next();
      if (next.done) return held.size > 0 ? wait(heldMs) : undefined;
      const [id, sequence] = next.value;
      waiting.delete(id);
      held.set(id, sequence);
      try {
        if (await indexInTurn({ id, sequence }, stopping.signal)) {
          held.delete(id);
          // A concurrent change may have replaced the file again.
          if (!waiting.has(id)) replaced.delete(id);
        }
      } finally {
        changes += 1;
      }
    }
  }

  return {
    note({ id, sequence }, hasOtherFile = false) {
      waiting.set(id, sequence);
      if (hasOtherFile) replaced.set(id, sequence);
      run();
    },

    noteText(sha256) {
      waitingTexts.add(sha256);
      run();
    },

    replaced: () => [...replaced.values()],

    get changes() {
      return changes;
    },

    async idle() {
      for (let current = running; current; current = running) await current;
    },

    async close() {
      stopping.abort();
      if (retry) clearTimeout(retry);
      await running;
    },
  };
}

/** Adds the materials whose files have these digests to the waiting ones. */
async function takeTexts(digests: Set<string>, waiting: Map<string, number>, index: Parts['index']): Promise<void> {
  for (const sha256 of digests) {
    digests.delete(sha256);
    for (const id of await index.idsOf(sha256)) if (!waiting.has(id)) waiting.set(id, 0);
  }
}
