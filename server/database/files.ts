import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Problem } from '#contract/problems.ts';
import { formatMoment } from '#domain/moment.ts';
import { compilePage, orderList, type Column, type Columns, type CompiledOrder } from './compile-query.ts';
import type { FileRecord, FileRecords, RemovedFile } from './database.ts';
import { atomically, movedOn, type Connection, type Engine } from './engine.ts';
import { livedNow } from './lived-time.ts';
import { readPermissions, writePermissions } from './permission-text.ts';
import { foldCase } from './search-words.ts';
import type { FileRow, Tables } from './tables.ts';

type Condition = RawBuilder<SqlBool>;
type Found = Omit<
  FileRow,
  'sequence' | 'mime_type' | 'is_finished' | 'sha256' | 'uses' | 'permissions' | 'is_released' | 'touched_lived'
> & {
  sequence: number;
  permissions: string;
  mime_type: string;
  is_finished: number;
  is_released: number;
  sha256: string;
};

/** All SQL on files. The bytes themselves are the storage's. */
export function createFileRecords({ read, scan, write, now, goesOn }: Engine): FileRecords {
  const goesOnHere = goesOn(sql.ref('sequence'));

  async function listWhere(
    connection: Connection,
    condition: Condition,
    order: RawBuilder<unknown>,
    page: { limit: number; offset: number },
  ) {
    const rows = await connection
      .selectFrom('files')
      .selectAll()
      .where(sql<SqlBool>`${goesOnHere} and ${condition}`)
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
      .where(sql<SqlBool>`${goesOnHere} and ${condition}`)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  return {
    find: (id) => findIn(read, id),

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

    async insertPending(file) {
      const moment = now();
      const row = await write
        .insertInto('files')
        .values({
          id: file.id,
          ...nameForms(file.name),
          ...folderForms(file.folder),
          size_bytes: file.sizeBytes,
          chunks_total: file.chunksTotal,
          page_count: null,
          warning: null,
          owner_id: file.ownerId,
          touched_lived: livedNow,
          created_at: moment,
          updated_at: moment,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row)
        throw new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
      return toFile(row, []);
    },

    addChunk: (id, index) =>
      atomically(write, async (transaction) => {
        const row = await transaction
          .updateTable('files')
          .set({ updated_at: movedOn(now()), touched_lived: livedNow })
          .where('id', '=', id)
          .where('is_finished', '=', 0)
          .returning('id')
          .executeTakeFirst();
        if (row) {
          await transaction
            .insertInto('file_chunks')
            .values({ file_id: id, position: index })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        return findIn(transaction, id);
      }),

    finish: (id, facts) =>
      atomically(write, async (transaction) => {
        const row = await transaction
          .updateTable('files')
          .set({
            mime_type: facts.mimeType,
            size_bytes: facts.sizeBytes,
            sha256: facts.sha256,
            page_count: facts.pageCount,
            warning: facts.warning,
            is_finished: 1,
            updated_at: movedOn(now()),
          })
          .where('id', '=', id)
          .where('is_finished', '=', 0)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await transaction.deleteFrom('file_chunks').where('file_id', '=', id).execute();
        return toFile(row, []);
      }),

    async update(id, change) {
      const row = await write
        .updateTable('files')
        .set({
          ...(change.name !== undefined && nameForms(change.name)),
          ...(change.folder !== undefined && folderForms(change.folder)),
          ...(change.permissions !== undefined && { permissions: writePermissions(change.permissions) }),
          updated_at: movedOn(now()),
        })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row ? findIn(write, id) : null;
    },

    async remove(id) {
      await write.deleteFrom('files').where('id', '=', id).execute();
    },

    async listPending(limit, untouchedSince) {
      const isUntouched = untouchedSince === undefined ? sql`1 = 1` : sql`touched_lived < ${untouchedSince}`;
      return listWhere(read, sql`is_finished = 0 and ${isUntouched}`, sql`updated_at`, { limit, offset: 0 });
    },

    async listRemoved(limit) {
      const rows = await read.selectFrom('removed_files').selectAll().orderBy('id').limit(limit).execute();
      return rows.map(toRemoved);
    },

    async findRemoved(id) {
      const row = await read.selectFrom('removed_files').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toRemoved(row) : null;
    },

    async forgetRemoved(id) {
      await write.deleteFrom('removed_files').where('id', '=', id).execute();
    },

    async listUnused(page) {
      const unused = sql<SqlBool>`is_finished = 1 and uses = 0`;
      return { total: await countWhere(unused), files: await listWhere(scan, unused, sql`sequence desc`, page) };
    },

    async knownDigests(digests) {
      const rows = await read
        .selectFrom('files')
        .select('sha256')
        // As text and not as a parameter: the index by digest holds finished files alone.
        .where(sql<SqlBool>`is_finished = 1`)
        .where('sha256', 'in', [...digests])
        .execute();
      return new Set(rows.map((row) => row.sha256));
    },

    async findByDigest(sha256) {
      const isShown = sql<SqlBool>`exists (select 1 from materials where file_id = files.id and deleted_at is null)`;
      const condition: Condition = sql`is_finished = 1 and sha256 = ${sha256} and ${isShown}`;
      return listWhere(read, condition, sql`sequence`, { limit: 100, offset: 0 });
    },
  };
}

/** The attributes of contract 5.1. Only finished files are listed, so all their chunks are there. */
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

async function findIn(connection: Connection, id: string): Promise<FileRecord | null> {
  const row = await connection.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  if (row.is_finished === 1) return toFile(row, []);
  const chunks = await connection
    .selectFrom('file_chunks')
    .select('position')
    .where('file_id', '=', id)
    .orderBy('position')
    .execute();
  return toFile(
    row,
    chunks.map(({ position }) => position),
  );
}

async function findPosition(read: Connection, id: string, orders: readonly CompiledOrder[]): Promise<unknown[] | null> {
  const row = await read
    .selectFrom('files')
    .select(orders.map(({ column }, index) => column.value.as(`value_${index}`)))
    .where(sql<SqlBool>`id = ${id} and is_finished = 1`)
    .executeTakeFirst();
  return row ? orders.map((_, index) => Reflect.get(row, `value_${index}`)) : null;
}

// Text goes with the form of it that `contains` compares.
const nameForms = (name: string) => ({ name, name_folded: foldCase(name) });
const folderForms = (folder: string) => ({ folder, folder_folded: foldCase(folder) });

const toRemoved = (row: Tables['removed_files']): RemovedFile => ({
  id: row.id,
  sha256: row.sha256,
  sizeBytes: row.size_bytes,
});

function toFile(row: Found, chunksHeld: number[]): FileRecord {
  return {
    id: row.id,
    sequence: row.sequence,
    name: row.name,
    folder: row.folder,
    permissions: readPermissions(row.permissions),
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    chunksTotal: row.chunks_total,
    chunksHeld,
    isFinished: row.is_finished === 1,
    sha256: row.sha256,
    pageCount: row.page_count,
    warning: row.warning,
    ownerId: row.owner_id,
    isReleased: row.is_released === 1,
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
  };
}
