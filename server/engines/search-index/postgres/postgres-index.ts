import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ExcerptPiece } from '#domain/search/search-excerpt.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import type { IndexClaim, IndexFindings, Rebuild, SearchIndex } from '#server/engines/search-index/search-index.ts';
import { openSearchPool, searchLimits } from '#server/engines/search-index/search-pool.ts';
import { keepRenewing } from '#server/machinery/queues/with-lease.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { indexVersion, tablesOf, type IndexState, type IndexTables } from './index-tables.ts';
import { toIndexState, type StateRow } from './index-writes.ts';
import { startBulkThread, startWriteThread, type BulkThread, type WriteThread } from './write-thread.ts';

type Lists = Pick<SearchIndex, 'list' | 'idsOf' | 'count' | 'edition'>;

/** Reads the index's content by the connections of the records: a start that finds nothing to index needs no thread. */
export function createIndexLists(reader: Kysely<Tables>): Lists {
  async function readState(): Promise<IndexState & { revision: number }> {
    const { rows } = await sql<IndexState & { revision: number }>`
      select slot, version, generation, edition, (select coalesce(max(revision), 0) from material_revisions) as revision
      from search_state`.execute(reader);
    const [state] = rows;
    if (!state) throw new Error('search index (postgres): its state is missing');
    return state;
  }

  /** Returns the current tables. Null for an index of an older version, which is emptied by the next change. */
  async function readTables(): Promise<IndexTables | null> {
    const { slot, version } = await readState();
    return version < indexVersion ? null : tablesOf(slot);
  }

  return {
    async edition() {
      const { generation, edition, revision } = await readState();
      return `${generation}.${edition}.${revision}`;
    },

    async list({ after, limit }) {
      const tables = await readTables();
      if (!tables) return [];
      const { rows } = await sql<StateRow>`
        select sequence, id, sha256, text_version, updated_at from ${sql.table(tables.materials)}
        where sequence > ${after} order by sequence limit ${limit}`.execute(reader);
      return rows.map(toIndexState);
    },

    async idsOf(sha256) {
      const tables = await readTables();
      if (!tables) return [];
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(tables.materials)} where sha256 = ${sha256} order by sequence`.execute(reader);
      return rows.map(({ id }) => id);
    },

    async count() {
      const tables = await readTables();
      if (!tables) return { materials: 0, pages: 0, words: 0 };
      const { rows } = await sql<{ materials: number; pages: number; words: number }>`
        select (select count(*) from ${sql.table(tables.materials)}) as materials,
          coalesce((select pages from ${sql.table(tables.totals)}), 0) as pages,
          (select count(*) from ${sql.table(tables.words)}) as words`.execute(reader);
      return rows[0] ?? { materials: 0, pages: 0, words: 0 };
    },
  };
}

export type PostgresIndexOptions = {
  address: PostgresAddress;
  /** Runs statements for the index. */
  reader: Kysely<Tables>;
  limits?: LaneLimits;
  setDeadline?: SetDeadline;
};

/**
 * Opens the index of words in the database of the records, which all nodes share
 * (docs/decisions/0056-search-on-postgresql.md). One thread writes, others search, each with one connection and started
 * when it is first needed.
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

/** Duration of a claim that is not renewed (thread-writes.ts). */
const claimMs = 60_000;

/** Claims a material for this node, until it is released or the node dies. Null if another node has it. */
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
