import type { Logger } from 'pino';
import type { Material } from '#domain/material.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { logRetriedWork } from '#server/machinery/faults/retry-held-up.ts';
import type { IndexMaterial } from './index-material.ts';

/**
 * Indexes a material unless another node does. Of several nodes that are notified of the same change, one indexes it, and
 * the others find later that it is done. Returns false if it has to be retried, because a node that is indexing it may
 * have read it before its last change.
 */
export function createIndexInTurn(parts: {
  index: SearchIndex;
  indexMaterial: IndexMaterial;
  /** True if the index has the current state of a material. */
  isIndexed: (material: Named) => Promise<boolean>;
  log: Logger;
}) {
  const { index, indexMaterial, isIndexed, log } = parts;

  return async (material: Named, signal: AbortSignal): Promise<boolean> => {
    const claim = await index.claim(material.id);
    if (!claim) return false;
    try {
      if (!index.isShared || !(await isIndexed(material))) await indexMaterial(index, material, signal);
      return true;
    } finally {
      await claim.release().catch((error: unknown) => log.debug({ err: error }, 'a claim could not be released'));
    }
  };
}

type Named = Pick<Material, 'id' | 'sequence'>;

/** Materials that wait to be indexed, each once, one after another. */
export interface IndexQueue {
  /** Queues a material, `hasOtherFile` if its file was replaced. */
  note(material: Named, hasOtherFile?: boolean): void;
  /** Returns the sequences of waiting materials whose file was replaced. */
  replaced(): number[];
  /** Queues the materials with a file of this digest. */
  noteText(sha256: string): void;
  /** Number of changes of the index. */
  readonly changes: number;
  /** Resolves once nothing is being indexed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Delay after a failure, such as a full disk. */
const usualRetryMs = 30_000;
/** Delay before a material that another node claims is checked again. */
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
  /** Materials that failed, and those that another node is indexing, possibly in the state before the last change. */
  const held = new Map<string, number>();
  /** Sequences by id: the index has the pages of a file that was replaced. */
  const replaced = new Map<string, number>();
  const stopping = new AbortController();
  let changes = 0;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;

  /** Starts the work unless it runs already, or waits for a retry. */
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

/** Adds the materials with files of these digests to the waiting ones. */
async function takeTexts(digests: Set<string>, waiting: Map<string, number>, index: Parts['index']): Promise<void> {
  for (const sha256 of digests) {
    digests.delete(sha256);
    for (const id of await index.idsOf(sha256)) if (!waiting.has(id)) waiting.set(id, 0);
  }
}
