import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { SearchIndex, IndexState, IndexWriter } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { retryHeldUp } from '#server/machinery/faults/retry-held-up.ts';
import { createIndexMaterial } from './index-material.ts';
import { createIndexQueue, createIndexInTurn } from './index-queue.ts';
import { statesAtOnce, listMaterialStates, stateOf } from './material-states.ts';

/**
 * Calls `differs` for every material that is missing from an index or outdated in it, and for entries that it should no
 * longer have. Returns the number of materials.
 */
async function compareIndex(
  writer: Pick<IndexWriter, 'list'>,
  parts: {
    database: Pick<Database, 'materials' | 'files'>;
    texts: Pick<Texts, 'findSome'>;
    signal: AbortSignal;
    /** Number of materials that are read together (material-states.ts). */
    atOnce: number;
  },
  differs: (material: Pick<Material, 'id' | 'sequence'>) => void,
): Promise<number> {
  let total = 0;
  const listed = listIndexed(writer, parts.atOnce);
  let indexed = await listed.next();
  for await (const expected of listMaterialStates(parts)) {
    total += 1;
    while (!indexed.done && indexed.value.sequence < expected.sequence) {
      differs(indexed.value);
      indexed = await listed.next();
    }
    const state = indexed.done || indexed.value.sequence !== expected.sequence ? null : indexed.value;
    if (state) indexed = await listed.next();
    if (!state || !isSame(state, expected)) differs(expected);
  }
  while (!indexed.done && !parts.signal.aborted) {
    differs(indexed.value);
    indexed = await listed.next();
  }
  return total;
}

/** True if an index has the current state of a material. */
async function isInIndex(
  index: Pick<IndexWriter, 'list'>,
  { id, sequence }: Pick<Material, 'id' | 'sequence'>,
  parts: { database: Pick<Database, 'materials' | 'files'>; texts: Pick<Texts, 'find'> },
): Promise<boolean> {
  const material = await parts.database.materials.find(id);
  if (!material || material.deletedAt !== null) return false;
  // Another material may have the id of a purged one, which must then still be removed.
  if (sequence !== 0 && sequence !== material.sequence) return false;
  const [state] = await index.list({ after: material.sequence - 1, limit: 1 });
  return state?.sequence === material.sequence && isSame(state, await stateOf(material, parts.database, parts.texts));
}

function isSame(one: IndexState, other: IndexState): boolean {
  return (
    one.id === other.id &&
    one.sha256 === other.sha256 &&
    one.updatedAt === other.updatedAt &&
    one.textVersion === other.textVersion
  );
}

async function* listIndexed(writer: Pick<IndexWriter, 'list'>, atOnce: number): AsyncGenerator<IndexState> {
  let after = 0;
  while (true) {
    const states = await writer.list({ after, limit: atOnce });
    yield* states;
    const last = states.at(-1);
    if (!last || states.length < atOnce) return;
    after = last.sequence;
  }
}

/** Updates the index in the background when the library changes. */
export interface IndexKeeper {
  /** Queues a material to be indexed again, `hasOtherFile` if its file was replaced. Returns at once. */
  note(material: Pick<Material, 'id' | 'sequence'>, hasOtherFile?: boolean): void;
  /** Sequences of materials whose indexed pages are of a replaced file, for searches until they are indexed. */
  replaced(): number[];
  /** Queues the materials with a file of this digest to be indexed again. Returns at once. */
  noteText(sha256: string): void;
  /** Compares the index with the library, and queues the differences. */
  reconcile(): Promise<void>;
  /**
   * Like `reconcile`, but compares an index that nodes share only if it is empty: one node compares it. An index of an
   * earlier release counts as empty, and the leader may be of that release. Called at start.
   */
  reconcileUnlessShared(): Promise<void>;
  /** Rebuilds the index next to the current one, then replaces it. Several calls share one run. */
  rebuild(): Promise<RebuildProgress>;
  /** Progress of the rebuild; null if there is none. */
  readonly progress: RebuildProgress | null;
  /** A different text after every change of the index. */
  readonly edition: string;
  /** Resolves once nothing is being indexed. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Number of indexed materials, and of all. */
export type RebuildProgress = { done: number; total: number };

type Named = Pick<Material, 'id' | 'sequence'>;

/** Enough to catch up with a library that changes all the time; the rest is indexed afterwards. */
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
