import { formatMoment } from '#domain/moment.ts';
import type { Doubt } from '#domain/guess/place-fields.ts';
import type { Connection } from './engine.ts';
import type { StagedRecord } from './staging-records.ts';

/** Selects what `toStaged` needs. */
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
  return rows.map(toStaged);
}

export function toStaged(row: FoundRow): StagedRecord {
  const guess = JSON.parse(row.guess) as Partial<NonNullable<StagedRecord['guess']>>;
  return {
    id: row.id,
    sequence: row.sequence,
    path: row.path,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    fileId: row.file_id,
    materialId: row.material_id,
    state: row.state,
    fault: row.fault,
    refusal: row.state === 'waiting' ? row.refusal : null,
    told: JSON.parse(row.told) as StagedRecord['told'],
    taken: JSON.parse(row.taken) as StagedRecord['taken'],
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
