import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { Database } from '#server/database/database.ts';
import type { IndexWriter, SearchIndex } from '#server/search-index/search-index.ts';
import type { Texts } from '#server/text-store/texts.ts';
import { createIndexMaterial } from './index-material.ts';
import { listMaterialStates } from './material-states.ts';

/** Keeps the index like the shelf: one material after another, in the background. */
export interface IndexKeeper {
  /** Lets a material be indexed again. Returns at once. */
  note(material: Pick<Material, 'id' | 'sequence'>): void;
  /** Lets the materials with a file of this digest be indexed again. Returns at once. */
  noteText(sha256: string): void;
  /** Compares the index with the shelf, and lets what differs be indexed. */
  reconcile(): Promise<void>;
  /**
   * Makes the index anew beside the current one, and puts it in its place. Resolves with the number of materials.
   * Several calls share one run.
   */
  rebuild(onProgress: (progress: RebuildProgress) => void): Promise<RebuildProgress>;
  /** Another text after every change of the index. */
  readonly edition: string;
  /** Resolves once nothing is waiting. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export type RebuildProgress = { materials: number; total: number };

/** After a failure, such as a full disk. */
const usualRetryMs = 30_000;

export function createIndexKeeper(parts: {
  database: Pick<Database, 'materials' | 'files'>;
  texts: Pick<Texts, 'find' | 'readPages'>;
  index: SearchIndex;
  catalogue: Catalogue;
  log: Logger;
  retryMs?: number;
}): IndexKeeper {
  const { database, texts, index, log, retryMs = usualRetryMs } = parts;
  const indexMaterial = createIndexMaterial(parts);
  /** Sequences by id; those that are not known yet are null. */
  const waiting = new Map<string, number>();
  const waitingTexts = new Set<string>();
  const stopping = new AbortController();
  let edition = 0;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let rebuilding: Promise<RebuildProgress> | null = null;

  /** Begins working unless it is, or was told to wait. */
  function run(): void {
    if (running || retry || stopping.signal.aborted) return;
    if (waiting.size === 0 && waitingTexts.size === 0) return;
    running = work()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'a material could not be indexed for search; it is tried again soon');
        retry = setTimeout(() => {
          retry = null;
          run();
        }, retryMs);
        retry.unref();
      })
      .finally(() => {
        running = null;
        run();
      });
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const sha256 of waitingTexts) {
        for (const id of await index.idsOf(sha256)) if (!waiting.has(id)) waiting.set(id, 0);
        waitingTexts.delete(sha256);
      }
      const next = waiting.entries().next();
      if (next.done) return;
      const [id, sequence] = next.value;
      waiting.delete(id);
      try {
        await indexMaterial(index, { id, sequence }, stopping.signal);
      } catch (error) {
        if (!waiting.has(id)) waiting.set(id, sequence);
        throw error;
      } finally {
        edition += 1;
      }
    }
  }

  /** Calls `differs` for what `writer` has not, or not as it is now, and for what it should no longer have. */
  async function compare(writer: IndexWriter, differs: (material: Pick<Material, 'id' | 'sequence'>) => void) {
    let total = 0;
    const shelf = listMaterialStates({ database, texts, signal: stopping.signal });
    const listed = listIndexed(writer);
    let indexed = await listed.next();
    for await (const { id, sequence, sha256, updatedAt, textVersion } of shelf) {
      total += 1;
      while (!indexed.done && indexed.value.sequence < sequence) {
        differs(indexed.value);
        indexed = await listed.next();
      }
      const state = indexed.done || indexed.value.sequence !== sequence ? null : indexed.value;
      if (state) indexed = await listed.next();
      const isSame =
        state?.sha256 === sha256 &&
        state.updatedAt === updatedAt &&
        state.textVersion === textVersion &&
        state.id === id;
      if (!isSame) differs({ id, sequence });
    }
    while (!indexed.done && !stopping.signal.aborted) {
      differs(indexed.value);
      indexed = await listed.next();
    }
    return total;
  }

  async function rebuild(onProgress: (progress: RebuildProgress) => void): Promise<RebuildProgress> {
    const made = await index.rebuild();
    const progress = { materials: 0, total: 0 };
    try {
      // What changed meanwhile is found by comparing again.
      for (let round = 0; round < maxRounds; round += 1) {
        const missing: Pick<Material, 'id' | 'sequence'>[] = [];
        progress.total = await compare(made, (material) => missing.push(material));
        onProgress(progress);
        if (missing.length === 0) break;
        for (const material of missing) {
          stopping.signal.throwIfAborted();
          await indexMaterial(made, material, stopping.signal);
          if (round === 0) progress.materials += 1;
          onProgress(progress);
        }
      }
      await made.complete();
      edition += 1;
    } catch (error) {
      await made.abandon();
      throw error;
    }
    reconcile().catch((error: unknown) => log.error({ err: error }, 'the search index could not be compared'));
    return { materials: progress.total, total: progress.total };
  }

  async function reconcile(): Promise<void> {
    await compare(index, (material) => waiting.set(material.id, material.sequence));
    run();
  }

  return {
    note({ id, sequence }) {
      waiting.set(id, sequence);
      run();
    },

    noteText(sha256) {
      waitingTexts.add(sha256);
      run();
    },

    reconcile,

    rebuild(onProgress) {
      rebuilding ??= rebuild(onProgress).finally(() => {
        rebuilding = null;
      });
      return rebuilding;
    },

    get edition() {
      return String(edition);
    },

    async idle() {
      while (running) await running;
    },

    async close() {
      stopping.abort();
      if (retry) clearTimeout(retry);
      await running;
      await rebuilding?.catch(() => undefined);
    },
  };
}

/** Enough to catch up with a shelf that changes all the time; what is left is indexed afterwards. */
const maxRounds = 5;
const listedAtOnce = 500;

async function* listIndexed(writer: IndexWriter) {
  let after = 0;
  while (true) {
    const states = await writer.list({ after, limit: listedAtOnce });
    yield* states;
    const last = states.at(-1);
    if (!last || states.length < listedAtOnce) return;
    after = last.sequence;
  }
}
