import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import type { LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import { keepRenewing } from '#server/machinery/queues/with-lease.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { IndexFindings, Rebuild, SearchIndex, IndexClaim } from '#server/engines/search-index/search-index.ts';
import { openSearchPool, searchLimits } from '#server/engines/search-index/search-pool.ts';
import { createIndexLists } from './index-lists.ts';
import { startBulkThread, startWriteThread, type BulkThread, type WriteThread } from './write-thread.ts';

export type PostgresIndexOptions = {
  address: PostgresAddress;
  /** Runs statements for the index. */
  reader: Kysely<Tables>;
  limits?: LaneLimits;
  setDeadline?: SetDeadline;
};

/**
 * Opens the index of words in the database of the records, which all nodes share
 * (docs/decisions/0056-search-on-postgresql.md). One thread writes and others search; each has one connection and
 * starts when it is first needed.
 */
export function openPostgresIndex(options: PostgresIndexOptions): SearchIndex {
  const { address, reader, limits = searchLimits, setDeadline } = options;
  const node = randomUUID();
  const writes = startWriteThread(address);
  const program = new URL('./search-worker.ts', import.meta.url);
  const pool = openSearchPool({ program, setup: { address, deadlineMs: limits.deadlineMs } }, limits, setDeadline);
  const { list, idsOf, count, edition } = createIndexLists(reader);
  let next: BulkThread | null = null;

  return {
    isShared: true,
    edition,
    claim: (id) => claimMaterial(writes, id, node),
    begin: (material) => writes.begin(material),
    putPages: (sequence, pages) => writes.putPages(sequence, pages),
    finish: (sequence, upTo) => writes.finish(sequence, upTo),
    remove: (sequence) => writes.remove(sequence),
    list,
    idsOf,
    count,
    find: (request) => pool.run('find', [request]) as Promise<IndexFindings>,
    excerpt: (texts, query) => pool.run('excerpt', [texts, query]) as Promise<ExcerptPiece[][]>,

    async rebuild() {
      if (next) throw new Error('search index: a rebuild is already in progress');
      const made = startBulkThread(address);
      next = made;
      const end = async () => {
        next = null;
        await made.close();
      };
      try {
        await made.open();
      } catch (error) {
        await end();
        throw error;
      }
      return toRebuild(made, end);
    },

    // A database that lost its tables cannot be opened.
    onRemade: () => undefined,

    async close() {
      await pool.close();
      await next?.close();
      await writes.close();
    },
  };
}

function toRebuild(made: BulkThread, end: () => Promise<void>): Rebuild {
  return {
    begin: (material) => made.begin(material),
    putPages: (sequence, pages) => made.putPages(sequence, pages),
    finish: (sequence, upTo) => made.finish(sequence, upTo),
    remove: (sequence) => made.remove(sequence),
    list: (page) => made.list(page),
    async complete() {
      await made.complete();
      await end();
    },
    abandon: end,
  };
}

/** Time after which a claim expires if it is not renewed (thread-writes.ts). */
const claimMs = 60_000;

/**
 * Claims a material for this node, until it is released or the node dies. Returns null if another node has claimed it.
 */
async function claimMaterial(
  writes: Pick<WriteThread, 'claim' | 'release'>,
  id: string,
  node: string,
): Promise<IndexClaim | null> {
  if (!(await writes.claim(id, node))) return null;
  // If it cannot be renewed, another node may do the same work, which does no harm.
  const stopRenewing = keepRenewing(claimMs, () => writes.claim(id, node));
  return {
    async release() {
      await stopRenewing();
      await writes.release(id, node);
    },
  };
}
