import { formatMoment } from '#domain/moment.ts';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';

/** Reads only the columns that decide if data derived from materials is up to date. */
export function createMaterialVersions({ read }: Engine): Pick<MaterialRecords, 'listVersions'> {
  return {
    async listVersions(after, limit) {
      const rows = await read
        .selectFrom('materials')
        .leftJoin('files', 'files.id', 'materials.file_id')
        .select(['materials.sequence', 'materials.id', 'materials.updated_at', 'files.sha256'])
        .where('materials.sequence', '>', after)
        .where('materials.deleted_at', 'is', null)
        .orderBy('materials.sequence')
        .limit(limit)
        .execute();
      return rows.map(({ sequence, id, updated_at: updatedAt, sha256 }) => ({
        sequence,
        id,
        updatedAt: formatMoment(updatedAt),
        sha256: sha256 ?? '',
      }));
    },
  };
}
