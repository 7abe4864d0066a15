import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { retryHeldUp } from '#server/machinery/faults/retry-held-up.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { compareIndex, isInIndex } from './compare-index.ts';
import { createIndexInTurn } from './index-in-turn.ts';
import { createIndexMaterial } from './index-material.ts';
import { createIndexQueue } from './index-queue.ts';
import { statesAtOnce } from './material-states.ts';

/** Updates the index in the background when the library changes. */
export interface IndexKeeper {
  /** Queues a material to be indexed again; `hasOtherFile` is true if its file was replaced. Returns at once. */
  note(material: Pick<Material, 'id' | 'sequence'>, hasOtherFile?: boolean): void;
  /**
   * Returns the sequences of materials whose indexed pages belong to a replaced file; searches skip these pages until
   * the material is indexed.
   */
  replaced(): number[];
  /** Queues the materials with a file of this digest to be indexed again. Returns at once. */
  noteText(sha256: string): void;
  /** Compares the index with the library, and queues the differences. */
  reconcile(): Promise<void>;
  /**
   * Does the same as `reconcile`, but compares an index that nodes share only if it is empty, because one node compares
   * it anyway. An index of an earlier release counts as empty, because the leader may be of that release. Called at
   * start.
   */
  reconcileUnlessShared(): Promise<void>;
  /** Rebuilds the index next to the current one, then replaces it. Several calls share one run. */
  rebuild(): Promise<RebuildProgress>;
  /** Progress of the rebuild; null if there is none. */
  readonly progress: RebuildProgress | null;
  /** A different text after every change of the index. */
  readonly edition: string;
  /** Resolves when nothing is being indexed. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Number of indexed materials, and of all. */
export type RebuildProgress = { done: number; total: number };

type Named = Pick<Material, 'id' | 'sequence'>;

/**
 * Maximum number of rounds: enough to catch up with a library that changes all the time; the rest is indexed
 * afterwards.
 */
const maxRounds = 5;

export function createIndexKeeper(parts: {
  database: Pick<Database, 'materials' | 'files'>;
  texts: Pick<Texts, 'find' | 'findSome' | 'readPages'>;
  index: SearchIndex;
  catalogue: Catalogue;
  isDiskLow: () => Promise<boolean>;
  log: Logger;
  retryMs?: number;
  heldMs?: number;
}): IndexKeeper {
  const { database, texts, index } = parts;
  const atOnce = atOnceOf(index);
  const indexMaterial = createIndexMaterial(parts);
  const isIndexed = (material: Named) => isInIndex(index, material, { database, texts });
  const queue = createIndexQueue({ ...parts, indexInTurn: createIndexInTurn({ ...parts, indexMaterial, isIndexed }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  const { reconcile, settle } = createReconciling({ ...parts, signal, note: (material) => queue.note(material) });
  let rebuilds = 0;
  let progress: RebuildProgress | null = null;
  let rebuilding: Promise<RebuildProgress> | null = null;

  async function runRebuild(): Promise<RebuildProgress> {
    const made = await index.rebuild();
    const counted = { done: 0, total: 0 };
    progress = counted;
    try {
      // Concurrent changes are found by comparing again.
      for (let round = 0; round < maxRounds; round += 1) {
        const missing: Named[] = [];
        const note = ({ id, sequence }: Named) => missing.push({ id, sequence });
        counted.total = await compareIndex(made, { database, texts, signal, atOnce }, note);
        if (missing.length === 0) break;
        for (const material of missing) {
          signal.throwIfAborted();
          await indexMaterial(made, material, signal);
          if (round === 0) counted.done += 1;
        }
      }
      signal.throwIfAborted();
      await made.complete();
    } catch (error) {
      await made.abandon();
      throw error;
    } finally {
      rebuilds += 1;
      progress = null;
    }
    await reconcile();
    return counted;
  }

  return {
    note: (material, hasOtherFile) => queue.note(material, hasOtherFile),
    replaced: () => queue.replaced(),
    noteText: (sha256) => queue.noteText(sha256),
    reconcile,

    async reconcileUnlessShared() {
      if (!index.isShared) return reconcile();
      const listed = await index.list({ after: 0, limit: 1 }).catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      if (listed.length === 0) await reconcile();
    },

    rebuild() {
      rebuilding ??= runRebuild().finally(() => void (rebuilding = null));
      return rebuilding;
    },

    get progress() {
      return progress;
    },

    get edition() {
      return `${rebuilds}.${queue.changes}`;
    },

    idle: () => queue.idle(),

    async close() {
      stopping.abort();
      await queue.close();
      await Promise.allSettled([settle(), rebuilding]);
    },
  };
}

const atOnceOf = ({ isShared }: SearchIndex) => (isShared ? statesAtOnce.apart : statesAtOnce.inThread);

/** Compares the index with the library: on request, and when the index was lost. */
function createReconciling(parts: {
  database: Pick<Database, 'materials' | 'files'>;
  texts: Pick<Texts, 'findSome'>;
  index: SearchIndex;
  log: Logger;
  signal: AbortSignal;
  note: (material: Named) => void;
}) {
  const { index, log, signal, note } = parts;
  let running: Promise<void> | null = null;

  async function reconcile(): Promise<void> {
    if (signal.aborted) return;
    const compare = async () => void (await compareIndex(index, { ...parts, atOnce: atOnceOf(index) }, note));
    running ??= retryHeldUp(compare, { ...parts, work: 'comparing the search index with the library' })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  const settle = async () => void (await Promise.allSettled([running]));

  index.onRemade(() => {
    // A comparison in progress has read a part of the lost index.
    settle()
      .then(reconcile)
      .catch((error: unknown) => log.error({ err: error }, 'the search index could not be compared'));
  });
  return { reconcile, settle };
}
