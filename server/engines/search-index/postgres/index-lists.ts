import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import type { SearchIndex } from '#server/engines/search-index/search-index.ts';
import { indexVersion, tablesOf, type IndexState, type IndexTables } from './index-tables.ts';
import { toIndexState, type StateRow } from './index-writes.ts';

type Lists = Pick<SearchIndex, 'list' | 'idsOf' | 'count' | 'edition'>;

/**
 * Reads the index's content through the connections of the records: a start that finds nothing to index needs no
 * thread.
 */
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
