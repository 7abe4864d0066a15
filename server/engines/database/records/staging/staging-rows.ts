import { sql } from 'kysely';
import { stagingLimits } from '#contract/staging.ts';
import { formatMoment } from '#domain/moment.ts';
import type { Doubt } from '#domain/guess/names/place-fields.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';

/** Selects the columns that `toRecords` needs. */
export function selectStaged(connection: Connection) {
  return connection
    .selectFrom('staged_files as staged')
    .leftJoin('files', 'files.id', 'staged.file_id')
    .selectAll('staged')
    .select(['files.is_finished', 'files.mime_type', 'files.page_count', 'files.warning']);
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof selectStaged>['execute']>>[number];

export async function findStaged(connection: Connection, ids: readonly string[]): Promise<StagedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await selectStaged(connection)
    .where('staged.id', 'in', [...ids])
    .execute();
  return toRecords(connection, rows);
}

/** Converts rows to records, in their order, and reads the paths of rows that have several. */
export async function toRecords(connection: Connection, rows: readonly FoundRow[]): Promise<StagedRecord[]> {
  const several = rows.filter(({ path_count: count }) => count > 1).map(({ id }) => id);
  const paths = several.length === 0 ? new Map<string, string[]>() : await readPaths(connection, several);
  return rows.map((row) => toStaged(row, paths.get(row.id) ?? []));
}

async function readPaths(connection: Connection, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ staged_id: string; path: string }>`
    select staged_id, path from (
      select staged_id, path, row_number() over (partition by staged_id order by path) as number
      from staged_paths where staged_id in (${sql.join(ids)})
    ) as numbered
    where number <= ${stagingLimits.maxListedPaths} order by staged_id, path
  `.execute(connection);
  const paths = new Map<string, string[]>();
  for (const { staged_id: id, path } of rows) paths.set(id, [...(paths.get(id) ?? []), path]);
  return paths;
}

function toStaged(row: FoundRow, paths: readonly string[]): StagedRecord {
  const path = row.best_path ?? row.path;
  const guess = JSON.parse(row.guess) as Partial<NonNullable<StagedRecord['guess']>>;
  return {
    id: row.id,
    sequence: row.sequence,
    path,
    paths: [...new Set([path, ...paths])],
    pathCount: row.path_count,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    fileId: row.file_id,
    materialId: row.material_id,
    state: row.state,
    fault: row.fault,
    refusal: row.state === 'waiting' ? row.refusal : null,
    manual: JSON.parse(row.told) as StagedRecord['manual'],
    inherited: JSON.parse(row.taken) as StagedRecord['inherited'],
    guess: guess.facultyId ? (guess as StagedRecord['guess']) : null,
    doubtful: row.doubtful === '' ? [] : (row.doubtful.split(' ') as Doubt[]),
    confidence: row.confidence,
    stale: row.stale,
    revision: row.revision,
    createdAt: formatMoment(row.created_at),
    updatedAt: formatMoment(row.updated_at),
    file:
      row.is_finished === null
        ? null
        : {
            isFinished: row.is_finished === 1,
            mimeType: row.mime_type ?? '',
            pageCount: row.page_count,
            warning: row.warning,
          },
  };
}
