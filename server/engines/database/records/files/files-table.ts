import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FileRecords, RemovedFile } from '#server/engines/database/database.ts';
import type { LostRecord } from '#server/engines/database/file-record.ts';
import type { Column, Columns } from '#server/engines/database/records/materials/compile-filters.ts';
import { compilePage, orderList, type CompiledOrder } from '#server/engines/database/records/materials/compile-page.ts';
import { atomically, type Connection, type Engine } from '#server/engines/database/sql/engine.ts';
import { writePermissions } from '#server/engines/database/sql/permission-text.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import type { Tables } from '#server/engines/database/sql/tables.ts';
import { findStates, knownDigests, listFinished } from './file-batches.ts';
import { findFile, hasAnyFile, toFile } from './file-rows.ts';
import { createFileWrites, folderForms, nameForms } from './file-writes.ts';
import { createPhotographRecords } from './photographs-table.ts';

/** See `FileRecords.restoreRecord`. */
function restoreRecord({ write, now }: Engine, record: LostRecord): Promise<boolean> {
  return atomically(write, async (transaction) => {
    const { id, sha256 } = record;
    const row = await transaction
      .insertInto('files')
      .values({
        id,
        ...nameForms(record.name),
        ...folderForms(record.folder),
        permissions: writePermissions(record.permissions),
        mime_type: record.mimeType,
        size_bytes: record.sizeBytes,
        sha256,
        chunks_total: 1,
        is_finished: 1,
        page_count: record.pageCount,
        // The rotation of another file with the same bytes.
        page_turns: sql<
          string | null
        >`(select page_turns from files as other where is_finished = 1 and sha256 = ${sha256}
          and page_turns is not null limit 1)`,
        warning: record.warning,
        owner_id: record.ownerId,
        // The counts that triggers would have made since.
        uses: sql<number>`(select count(*) from materials where file_id = ${id})
          + (select count(*) from materials where cover_file_id = ${id})
          + (select count(*) from photographs where photograph_id = ${id})`,
        created_at: record.createdAt,
        updated_at: now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    // The record was not removed on purpose: a material references it.
    for (const table of ['removed_files', 'used_file_ids'] as const)
      await transaction.deleteFrom(table).where('id', '=', id).execute();
    return true;
  });
}

type Condition = RawBuilder<SqlBool>;

/** All SQL for files. The storage has the bytes themselves. */
export function createFileRecords(engine: Engine): FileRecords {
  return {
    ...createFileReads(engine),
    ...createFileWrites(engine),
    ...createPhotographRecords(engine),
    restoreRecord: (record) => restoreRecord(engine, record),
  };
}

type Reads =
  | 'find'
  | 'findStates'
  | 'listFinished'
  | 'list'
  | 'hasAny'
  | 'listPending'
  | 'listRemoved'
  | 'findRemoved'
  | 'listUnused'
  | 'knownDigests'
  | 'listByDigest'
  | 'findByDigest';

const firstHundred = { limit: 100, offset: 0 };
const isShown = sql<SqlBool>`exists (select 1 from materials where file_id = files.id and deleted_at is null)`;

function createFileReads({ read, scan, notAborted, lists }: Engine): Pick<FileRecords, Reads> {
  const notAbortedHere = notAborted(sql.ref('sequence'));

  async function listWhere(
    connection: Connection,
    condition: Condition,
    order: RawBuilder<unknown>,
    page: { limit: number; offset: number },
  ) {
    const rows = await connection
      .selectFrom('files')
      .selectAll()
      .where(sql<SqlBool>`${notAbortedHere} and ${condition}`)
      .orderBy(order)
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map((row) => toFile(row, []));
  }

  async function countWhere(condition: Condition): Promise<number> {
    const { total } = await scan
      .selectFrom('files')
      .select(sql<number>`count(*)`.as('total'))
      .where(sql<SqlBool>`${notAbortedHere} and ${condition}`)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  return {
    find: (id) => findFile(read, id),
    findStates: (ids) => findStates(read, lists.texts(ids)),
    listFinished: (after, limit) => listFinished(read, after, limit),
    hasAny: () => hasAnyFile(read),

    async list(query, search) {
      const text = `%${foldCase(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
      const found: Condition = search
        ? sql`(lower(id) like ${text} escape '\\' or name_folded like ${text} escape '\\')`
        : sql`1 = 1`;
      const page = await compilePage(query, fileColumns, (id, orders) => findPosition(read, id, orders));
      const files = await listWhere(
        scan,
        sql`is_finished = 1 and ${found} and ${page.condition}`,
        orderList(page.orders),
        query,
      );
      return {
        total: query.wantsTotal ? await countWhere(sql`is_finished = 1 and ${found} and ${page.filter}`) : 0,
        files: page.isBackwards ? files.reverse() : files,
      };
    },

    async listPending(limit, untouchedSince) {
      const isUntouched = untouchedSince === undefined ? sql`1 = 1` : sql`touched_lived < ${untouchedSince}`;
      return listWhere(read, sql`is_finished = 0 and ${isUntouched}`, sql`updated_at`, { limit, offset: 0 });
    },

    async listRemoved(limit, after = '') {
      const listed = read.selectFrom('removed_files').selectAll().where('id', '>', after).orderBy('id').limit(limit);
      return (await listed.execute()).map(toRemoved);
    },

    async findRemoved(id) {
      const row = await read.selectFrom('removed_files').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toRemoved(row) : null;
    },

    async listUnused(page) {
      const unused = sql<SqlBool>`is_finished = 1 and uses = 0 and not exists (select 1 from staged_files where file_id = files.id)
        and not exists (select 1 from staged_photographs as photograph join staged_files as staged on staged.id = photograph.staged_id
          where photograph.sha256 = files.sha256 and staged.state = 'waiting')`;
      return { total: await countWhere(unused), files: await listWhere(scan, unused, sql`sequence desc`, page) };
    },

    knownDigests: (digests) => knownDigests(read, lists.texts(digests)),

    listByDigest: (sha256) => listWhere(read, sql`is_finished = 1 and sha256 = ${sha256}`, sql`sequence`, firstHundred),

    async findByDigest(sha256) {
      const condition: Condition = sql`is_finished = 1 and sha256 = ${sha256} and ${isShown}`;
      return listWhere(read, condition, sql`sequence`, firstHundred);
    },
  };
}

/** The attributes of files that can be queried. Only finished files are listed, so all their chunks are present. */
const fileColumns: Columns = new Map<string, Column>([
  ['$id', { value: sql.ref('id'), type: 'text' }],
  ['$sequence', { value: sql.ref('sequence'), type: 'number' }],
  ['$createdAt', { value: sql.ref('created_at'), type: 'moment' }],
  ['$updatedAt', { value: sql.ref('updated_at'), type: 'moment' }],
  ['name', { value: sql.ref('name'), type: 'text', folded: sql.ref('name_folded') }],
  ['folder', { value: sql.ref('folder'), type: 'text', folded: sql.ref('folder_folded') }],
  ['signature', { value: sql.ref('sha256'), type: 'text' }],
  ['mimeType', { value: sql.ref('mime_type'), type: 'text' }],
  ['sizeOriginal', { value: sql.ref('size_bytes'), type: 'number' }],
  ['chunksTotal', { value: sql.ref('chunks_total'), type: 'number' }],
  ['chunksUploaded', { value: sql.ref('chunks_total'), type: 'number' }],
]);

async function findPosition(read: Connection, id: string, orders: readonly CompiledOrder[]): Promise<unknown[] | null> {
  const row = await read
    .selectFrom('files')
    .select(orders.map(({ column }, index) => column.value.as(`value_${index}`)))
    .where(sql<SqlBool>`id = ${id} and is_finished = 1`)
    .executeTakeFirst();
  return row ? orders.map((_, index) => Reflect.get(row, `value_${index}`)) : null;
}

const toRemoved = (row: Tables['removed_files']): RemovedFile => ({
  id: row.id,
  sha256: row.sha256,
  sizeBytes: row.size_bytes,
});
