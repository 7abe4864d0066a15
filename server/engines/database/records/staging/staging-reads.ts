import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { stagedFilters, type StagedFilter } from '#contract/staging.ts';
import { lockedPdf } from '#domain/file-warnings.ts';
import type { ManualExample } from '#domain/guess/take-over.ts';
import { formatMoment } from '#domain/moment.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { findStaged, selectStaged, toRecords } from './staging-rows.ts';
import type { FoundDuplicate, StagingRecords } from '#server/engines/database/staging-records.ts';

/** Duplicates returned per file: enough to decide. */
const maxDuplicates = 5;
/** Maximum number of examples per call. With more, a person has set nearly everything in these folders. */
const maxExamples = 500;
/** Number of removed rows that are retained, as in the trigger of the migration. */
const retainedRemovals = 50_000;

/** 1 for a row whose PDF was made of photographs or of an office document, else 0. */
const isMade = (id: string) =>
  sql`(case when exists (select 1 from staged_photographs as source where source.staged_id = ${sql.ref(id)}) then 1 else 0 end)`;

/**
 * True if the row with that name is a duplicate of the row `preferred`: of two PDFs, the one that was not made of a
 * document or photographs is preferred, else the one that was staged first. Never if the bytes of `preferred` are
 * missing.
 */
const isDuplicateOf = (name: string) => sql`(
  preferred.state in ('reading', 'checked')
  and (${isMade('preferred.id')}, preferred.sequence) < (${isMade(`${name}.id`)}, ${sql.ref(`${name}.sequence`)})
)`;

/** True for a locked file whose password is known: it can be read. */
const isUnlocked = sql`(files.warning = ${sql.lit(lockedPdf)} and staged.told ->> 'filePassword' is not null)`;
const isUnreadable = sql<SqlBool>`(coalesce(files.warning, '') <> '' and not coalesce(${isUnlocked}, ${sql.lit(false)})
  or staged.fault is not null)`;
const isUsed = (digest: RawBuilder<unknown>) =>
  sql`exists (select 1 from files as used where used.is_finished = 1 and used.sha256 = ${digest} and used.uses > 0)`;
const isStagedToo = (digest: RawBuilder<unknown>) =>
  sql`exists (select 1 from staged_files as preferred where preferred.sha256 = ${digest} and ${isDuplicateOf('staged')})`;
const isDuplicate = sql<SqlBool>`(
  ${isUsed(sql.ref('staged.sha256'))} or ${isStagedToo(sql.ref('staged.sha256'))}
  or exists (select 1 from staged_similar as alike where alike.sha256 = staged.sha256
    and (${isUsed(sql.ref('alike.other_sha256'))} or ${isStagedToo(sql.ref('alike.other_sha256'))}))
)`;

/** Returns the conditions of the filters for a row of `staged`, given the conditions for unreadable rows and duplicates. */
function conditionsOn(
  unreadable: RawBuilder<unknown>,
  duplicate: RawBuilder<unknown>,
): Record<StagedFilter, RawBuilder<SqlBool>> {
  const isOpen = sql<SqlBool>`staged.state <> 'published'`;
  const isRefused = sql<SqlBool>`(staged.state = 'waiting' and staged.refusal is not null)`;
  const isWanted = sql<SqlBool>`(${isOpen} and not ${isRefused})`;
  return {
    open: isOpen,
    ready: sql`(staged.state = 'checked' and staged.doubtful = '' and not ${unreadable} and not ${duplicate})`,
    doubtful: sql`(${isWanted} and staged.doubtful <> '')`,
    duplicates: sql`(${isWanted} and ${duplicate})`,
    unreadable: sql`(${isOpen} and ${unreadable})`,
    refused: isRefused,
    waiting: sql`(staged.state = 'waiting' and not ${isRefused})`,
    reading: sql`staged.state = 'reading'`,
    published: sql`staged.state = 'published'`,
    all: sql`1 = 1`,
  };
}

const conditions = conditionsOn(isUnreadable, isDuplicate);
/** The same conditions for a query that computes each of them once per row. */
const markedConditions = conditionsOn(sql.ref('staged.unreadable'), sql.ref('staged.duplicate'));

type RowReads = 'find' | 'findByDigest' | 'listCopies' | 'findPublished' | 'listStale' | 'listReading' | 'hasOpen';
type ListReads = 'list' | 'counts' | 'revision' | 'changesSince';
type RelatedReads = 'duplicatesOf' | 'examplesFor' | 'countSignals';

/** Creates the methods that read the rows of staged files. */
export function createStagingReads(engine: Engine): Pick<StagingRecords, RowReads | ListReads | RelatedReads> {
  return { ...createRowReads(engine), ...createListReads(engine), ...createRelatedReads(engine) };
}

function createRowReads({ read }: Engine): Pick<StagingRecords, RowReads> {
  return {
    find: (ids) => findStaged(read, ids),

    async hasOpen() {
      const row = await read
        .selectFrom('staged_files')
        .select('id')
        .where('state', 'in', ['waiting', 'reading', 'checked'])
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async listReading(after, limit) {
      const rows = await selectStaged(read)
        .where('staged.state', '=', 'reading')
        .where('staged.sequence', '>', after)
        .orderBy('staged.sequence')
        .limit(limit)
        .execute();
      return toRecords(read, rows);
    },

    async findByDigest(sha256) {
      const rows = await selectStaged(read).where('staged.sha256', '=', sha256).limit(1000).execute();
      return toRecords(read, rows);
    },

    async listCopies(after, limit) {
      const digests = sql`(
        select sha256 from staged_files where sha256 > ${after} group by sha256 having count(*) > 1 order by sha256 limit ${limit}
      )`;
      const rows = await selectStaged(read)
        .where(sql<SqlBool>`staged.sha256 in ${digests}`)
        .orderBy('staged.sha256')
        .orderBy('staged.sequence')
        .execute();
      return toRecords(read, rows);
    },

    async findPublished(digests) {
      const rows = await selectStaged(read)
        .where('staged.sha256', 'in', [...digests])
        .where('staged.state', '=', 'published')
        .execute();
      return toRecords(read, rows);
    },

    async listStale(limit) {
      const rows = await selectStaged(read)
        // Must match the index staged_files_stale literally: SQLite does not use it with a parameter.
        .where(sql<SqlBool>`staged.stale <> 0`)
        .orderBy('staged.sequence')
        .limit(limit)
        .execute();
      return toRecords(read, rows);
    },
  };
}

function createListReads({ read, scan, notAborted }: Engine): Pick<StagingRecords, ListReads> {
  const notAbortedHere = notAborted(sql.ref('staged.sequence'));

  return {
    async list({ filter, after, limit }) {
      const rows = await selectStaged(scan)
        .where(sql<SqlBool>`${notAbortedHere} and staged.sequence > ${after} and ${conditions[filter]}`)
        .orderBy('staged.sequence')
        .limit(limit)
        .execute();
      return toRecords(scan, rows);
    },

    async counts() {
      const sums = stagedFilters.map(
        (name) => sql`count(*) filter (where ${markedConditions[name]}) as ${sql.ref(name)}`,
      );
      // Materialized, because finding duplicates takes longest and three of the sums need the result.
      const { rows } = await sql<Record<StagedFilter, number>>`
        with marked as materialized (
          select staged.state, staged.doubtful, staged.refusal, ${isUnreadable} as unreadable,
            staged.state <> 'published' and ${isDuplicate} as duplicate
          from staged_files as staged left join files on files.id = staged.file_id
          where ${notAbortedHere}
        )
        select ${sql.join(sums)} from marked as staged
      `.execute(scan);
      return rows[0] as Record<StagedFilter, number>;
    },

    async revision() {
      const row = await read.selectFrom('staging_clock').select('revision').executeTakeFirst();
      return Number(row?.revision ?? 0);
    },

    async changesSince(revision, limit) {
      const clock = await read.selectFrom('staging_clock').select('revision').executeTakeFirst();
      const now = Number(clock?.revision ?? 0);
      if (revision > now || revision < now - retainedRemovals) return null;
      const removed = await read
        .selectFrom('staged_removed')
        .select(['id', 'revision'])
        .where('revision', '>', revision)
        .orderBy('revision')
        .limit(limit)
        .execute();
      const rows = await selectStaged(read)
        .where('staged.revision', '>', revision)
        .orderBy('staged.revision')
        .limit(limit)
        .execute();
      return { revision: now, records: await toRecords(read, rows), removed };
    },
  };
}

function createRelatedReads({ read, lists }: Engine): Pick<StagingRecords, RelatedReads> {
  return {
    async duplicatesOf(ids) {
      // Cross joins, so that SQLite begins with the few rows of `alike`.
      const { rows } = await sql<DuplicateRow>`
        with asked as (
          select staged.id, staged.sequence, staged.sha256 from staged_files as staged
          where staged.state <> 'published' and staged.id in ${lists.texts(ids)}
        ), alike as (
          select asked.id, asked.sequence, asked.sha256, 'bytes' as how, 1 as share from asked
          union all
          select asked.id, asked.sequence, near.other_sha256, 'text', near.same
          from asked join staged_similar as near on near.sha256 = asked.sha256
        )
        select alike.id as staged_id, alike.how, alike.share, materials.id as material_id, null as other_id,
          materials.title as title, materials.subject as subject, materials.deleted_at as deleted_at,
          hidden.hidden_at as hidden_at
        from alike cross join files join materials on materials.file_id = files.id
        left join hidden_materials as hidden on hidden.material_id = materials.id
        where files.is_finished = 1 and files.sha256 = alike.sha256
        union all
        select alike.id, alike.how, alike.share, null, preferred.id, coalesce(preferred.best_path, preferred.path), null, null, null
        from alike cross join staged_files as preferred
        where preferred.sha256 = alike.sha256 and ${isDuplicateOf('alike')}
      `.execute(read);
      const counts = new Map<string, number>();
      const found = rows.map(toDuplicate).sort((one, other) => rankOf(one) - rankOf(other));
      return found.filter(({ stagedId }) => {
        const count = (counts.get(stagedId) ?? 0) + 1;
        counts.set(stagedId, count);
        return count <= maxDuplicates;
      });
    },

    async examplesFor(ids) {
      const { rows } = await sql<ExampleRow>`
        select folder_key, id, path, faculty, term, subject, kind from (
          select *, dense_rank() over (partition by folder_key, pattern_key, faculty, term, subject, kind order by id) as place
          from (
            select paths.folder_key, paths.pattern_key, staged.id, paths.path, told ->> 'facultyId' as faculty,
              told ->> 'semesterId' as term, told ->> 'subject' as subject, told ->> 'kind' as kind
            from staged_paths as paths join staged_files as staged on staged.id = paths.staged_id
            where paths.is_told = 1 and paths.folder_key in (
              select folder_key from staged_paths where staged_id in ${lists.texts(ids)}
            )
          ) as told_values
        ) as placed
        where place <= 2 order by folder_key, pattern_key, faculty, term, subject, kind limit ${maxExamples}
      `.execute(read);
      const byFolder = new Map<string, ManualExample[]>();
      for (const row of rows) {
        const example = {
          id: row.id,
          path: row.path,
          facultyId: row.faculty,
          semesterId: row.term,
          subject: row.subject,
          kind: row.kind as ManualExample['kind'] & string,
        };
        byFolder.set(row.folder_key, [...(byFolder.get(row.folder_key) ?? []), example]);
      }
      return byFolder;
    },

    async countSignals(drives) {
      const rows = await read
        .selectFrom('staged_signals')
        .select(['drive', 'signal', sql<number>`count(*)`.as('files')])
        .where('drive', 'in', [...drives])
        .groupBy(['drive', 'signal'])
        .execute();
      const counted = rows.map(({ drive, signal, files }) => ({ drive, signal, files: Number(files) }));
      return Map.groupBy(counted, ({ drive }) => drive);
    },
  };
}

type DuplicateRow = {
  staged_id: string;
  how: 'bytes' | 'text';
  share: number;
  material_id: string | null;
  other_id: string | null;
  title: string;
  subject: string | null;
  deleted_at: number | null;
  hidden_at: number | null;
};

type ExampleRow = {
  folder_key: string;
  id: string;
  path: string;
  faculty: string | null;
  term: string | null;
  subject: string | null;
  kind: string | null;
};

const toDuplicate = (row: DuplicateRow): FoundDuplicate => ({
  stagedId: row.staged_id,
  how: row.how,
  share: row.share,
  materialId: row.material_id,
  otherStagedId: row.other_id,
  title: row.title,
  subject: row.subject,
  isInTrash: row.deleted_at !== null,
  isHidden: row.deleted_at === null && row.hidden_at !== null,
  since: momentOf(row.deleted_at ?? row.hidden_at),
});

const momentOf = (milliseconds: number | null) => (milliseconds === null ? null : formatMoment(Number(milliseconds)));

/** Orders duplicates: visible materials first. */
const rankOf = ({ isInTrash, isHidden }: FoundDuplicate) => (isInTrash ? 2 : isHidden ? 1 : 0);
