import { sql, type RawBuilder } from 'kysely';
import { stagingLimits } from '#contract/staging.ts';
import { likenessKeys } from '#domain/guess/names/likeness-keys.ts';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import {
  atomically,
  movedOn,
  type Connection,
  type Engine,
  type ListSql,
} from '#server/engines/database/sql/engine.ts';
import type { StagingRecords } from '#server/engines/database/staging-records.ts';
import { findStaged } from './staging-rows.ts';

type Arrivals = 'add' | 'merge' | 'remove' | 'forgetUntouched';

/** Creates the methods that add, merge and remove rows. Lists are sent as one JSON text, so that calls need few statements. */
export function createStagingArrivals({ write, now, lists }: Engine): Pick<StagingRecords, Arrivals> {
  return {
    add: (files, mayAdd) =>
      atomically(write, async (transaction) => {
        const moment = now();
        const firsts = [...new Map(files.toReversed().map((file) => [file.sha256, file])).values()].toReversed();
        const paths = [...new Map(files.map((file) => [`${file.sha256} ${file.path}`, file])).values()];
        const created = await insertRows(transaction, {
          sent: lists.rows(firsts.map((file, position) => ({ ...withKeys(file), position }))),
          moment,
        });
        if (created.length > 0) {
          await addPhotographs(transaction, { lists, files: firsts, created: new Set(created) });
          const { total } = await transaction
            .selectFrom('staged_files')
            .select(sql<number>`count(*)`.as('total'))
            .executeTakeFirstOrThrow();
          if (Number(total) > mayAdd) throw new TooMany();
        }
        const sent = lists.rows(paths.map(withKeys));
        const extended = await insertPaths(transaction, sent);
        if (extended.length > 0) await notePaths(transaction, { ids: extended, lists, moment });
        const owners = await findOwners(transaction, sent);
        const rows = new Map(
          (await findStaged(transaction, [...new Set(owners.values())])).map((row) => [row.id, row]),
        );
        const records = files.flatMap((file) => rows.get(owners.get(keyOf(file)) ?? '') ?? []);
        return { records, created: created.length };
      }).catch((error: unknown) => {
        if (error instanceof TooMany) return null;
        throw error;
      }),

    async merge(merges) {
      if (merges.length === 0) return;
      await atomically(write, async (transaction) => {
        const moves = lists.rows(merges.flatMap(({ into, from }) => from.map((id) => ({ into, from: id }))));
        const kept = lists.rows(merges.map(({ into, manual }) => ({ id: into, manual })));
        await sql`
          update staged_files set told = sent.value -> 'manual' from ${kept} as sent
          where staged_files.id = sent.value ->> 'id' and told <> sent.value -> 'manual'
        `.execute(transaction);
        await sql`
          insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
          select id, path, folder_key, pattern_key, is_told from (
            select into_row.id, moved.path, moved.folder_key, moved.pattern_key,
              case when into_row.told = '{}' then 0 else 1 end as is_told,
              into_row.path_count + row_number() over (partition by into_row.id order by moved.path) as number
            from ${moves} as sent
            join staged_paths as moved on moved.staged_id = sent.value ->> 'from'
            join staged_files as into_row on into_row.id = sent.value ->> 'into'
          ) as numbered
          where number <= ${stagingLimits.maxPaths}
          on conflict do nothing
        `.execute(transaction);
        const ids = merges.map(({ into }) => into);
        await notePaths(transaction, { ids, lists, moment: now() });
        const gone = lists.texts(merges.flatMap(({ from }) => from));
        await sql`delete from staged_files where id in ${gone}`.execute(transaction);
      });
    },

    remove: (ids) =>
      atomically(write, async (transaction) => {
        const removed = await transaction
          .deleteFrom('staged_files')
          .where('id', 'in', [...ids])
          .returning('sha256')
          .execute();
        await touchAlike(
          transaction,
          lists,
          removed.map(({ sha256 }) => sha256),
        );
      }),

    async forgetUntouched({ published, waiting, limit }) {
      const { rows } = await sql<{ id: string }>`
        delete from staged_files where sequence in (
          select sequence from staged_files where state = 'published' and touched_lived < ${published}
          union all
          select sequence from staged_files where state = 'waiting' and touched_lived < ${waiting}
            and not exists (select 1 from files where files.id = staged_files.file_id)
          limit ${limit}
        ) returning id
      `.execute(write);
      return rows.length;
    },
  };
}

class TooMany extends Error {}

const keyOf = ({ sha256, path }: { sha256: string; path: string }) => `${sha256} ${path}`;

function withKeys<File extends { path: string }>(file: File) {
  const { folder, pattern } = likenessKeys(file.path);
  return { ...file, folder, pattern: pattern ?? '' };
}

/** Inserts a row with its path for each new digest, in order of position. Returns the ids of these rows. */
async function insertRows(
  transaction: Connection,
  { sent, moment }: { sent: RawBuilder<unknown>; moment: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id,
      created_at, updated_at, touched_lived)
    select value ->> 'id', value ->> 'path', value ->> 'folder', value ->> 'pattern', value ->> 'sha256',
      cast(value ->> 'sizeBytes' as bigint), value ->> 'fileId', value ->> 'materialId',
      cast(${moment} as bigint), cast(${moment} as bigint), ${livedNow}
    from ${sent} as sent
    where not exists (select 1 from staged_files as known where known.sha256 = sent.value ->> 'sha256')
    order by cast(value ->> 'position' as integer)
    returning id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

async function addPhotographs(
  transaction: Connection,
  {
    lists,
    files,
    created,
  }: { lists: ListSql; files: Parameters<StagingRecords['add']>[0]; created: ReadonlySet<string> },
): Promise<void> {
  const rows = files
    .filter(({ id }) => created.has(id))
    .flatMap(({ id, photographs = [] }) => photographs.map((sha256, position) => ({ id, position, sha256 })));
  if (rows.length === 0) return;
  await sql`
    insert into staged_photographs (staged_id, position, sha256)
    select value ->> 'id', cast(value ->> 'position' as integer), value ->> 'sha256' from ${lists.rows(rows)} as sent
  `.execute(transaction);
}

/** Inserts paths that no row of their digest has, into the row that was staged first. Returns the ids of those rows. */
async function insertPaths(transaction: Connection, sent: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
    select id, path, folder_key, pattern_key, is_told from (
      select owner.id, sent.value ->> 'path' as path, sent.value ->> 'folder' as folder_key,
        sent.value ->> 'pattern' as pattern_key, case when owner.told = '{}' then 0 else 1 end as is_told,
        owner.path_count + row_number() over (partition by owner.id order by sent.value ->> 'path') as number
      from ${sent} as sent join staged_files as owner
        on owner.sequence = (select min(first.sequence) from staged_files as first where first.sha256 = sent.value ->> 'sha256')
      where not exists (${rowsWithPath})
    ) as numbered
    where number <= ${stagingLimits.maxPaths}
    returning staged_id as id
  `.execute(transaction);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Selects the first staged row that has the digest and the path of a row of the table `sent`. */
const rowsWithPath = sql`
  select same.id from staged_files as same join staged_paths as known on known.staged_id = same.id
  where same.sha256 = sent.value ->> 'sha256' and known.path = sent.value ->> 'path' order by same.sequence limit 1
`;

/** Returns the id of the row of each file, by digest and path. */
async function findOwners(transaction: Connection, sent: RawBuilder<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; path: string; id: string }>`
    select sent.value ->> 'sha256' as sha256, sent.value ->> 'path' as path, coalesce(
      (${rowsWithPath}),
      (select id from staged_files where sha256 = sent.value ->> 'sha256' order by sequence limit 1)
    ) as id
    from ${sent} as sent
  `.execute(transaction);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
}

/**
 * Updates the path counts of rows with new paths. Makes them stale unless they are published, and also other files in their
 * folders, which may inherit from them.
 */
async function notePaths(
  transaction: Connection,
  { ids, lists, moment }: { ids: readonly string[]; lists: ListSql; moment: number },
): Promise<void> {
  const rows = lists.texts(ids);
  await sql`
    update staged_files set updated_at = ${movedOn(moment)},
      path_count = (select count(*) from staged_paths where staged_id = staged_files.id),
      stale = case when state = 'published' then stale else stale + 1 end,
      touched_lived = case when state = 'published' then touched_lived else ${livedNow} end
    where id in ${rows}
  `.execute(transaction);
  await sql`
    update staged_files set stale = stale + 1
    where state <> 'published' and id not in ${rows} and id in (
      select staged_id from staged_paths where folder_key in (
        select folder_key from staged_paths where is_told = 1 and staged_id in ${rows}
      )
    )
  `.execute(transaction);
}

/** Marks rows with the same bytes or nearly the same text as changed, because they may no longer be duplicates. */
export async function touchAlike(connection: Connection, lists: ListSql, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  const sent = lists.texts(digests);
  await sql`
    update staged_files set updated_at = updated_at
    where state <> 'published' and (
      sha256 in ${sent}
      or sha256 in (select sha256 from staged_similar where other_sha256 in ${sent})
    )
  `.execute(connection);
}
