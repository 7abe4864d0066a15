import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { MaterialRecords } from '#server/engines/database/database.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { createHidingRecords } from './hiding.ts';
import { forEverybody, mayBeReadBy } from './material-conditions.ts';
import { createMaterialLists } from './material-lists.ts';
import { findMaterial, findMaterials } from './material-rows.ts';
import { createMaterialTotals } from './material-totals.ts';
import { createMaterialWrites } from './material-writes.ts';
import { createNewestMaterials } from './newest-materials.ts';
import { createMaterialVersions } from './material-versions.ts';
import { createPublicAddresses } from './public-addresses.ts';
import { createYearCounts } from './year-counts.ts';

/** All SQL for materials. */
export function createMaterialRecords(engine: Engine): MaterialRecords {
  const { read } = engine;
  return {
    ...createMaterialLists(engine),
    ...createNewestMaterials(engine),
    ...createMaterialTotals(engine),
    ...createMaterialWrites(engine),
    ...createHidingRecords(engine),
    ...createYearCounts(engine),
    ...createPublicAddresses(engine),
    ...createMaterialVersions(engine),

    find: (id) => findMaterial(read, id),
    findSome: (ids) => findMaterials(read, engine.lists.texts(ids)),

    async wasPurged(id) {
      const row = await read.selectFrom('purged_materials').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    async usesOfFile(fileId, readers = 'everything') {
      if (await findUse(read, fileId, sql`deleted_at is null and ${mayBeReadBy(readers)}`)) return 'readable';
      if (readers !== 'everything' && (await findUse(read, fileId, sql`deleted_at is null`))) return 'restricted';
      return (await findUse(read, fileId, sql`deleted_at is not null`)) ? 'trash' : 'none';
    },

    isFileShown: (fileId) => findUse(read, fileId, forEverybody),
  };
}

/** True if a material that matches the condition has the file as document or cover, each found with its own index. */
async function findUse(read: Connection, fileId: string, condition: RawBuilder<SqlBool>): Promise<boolean> {
  for (const column of ['file_id', 'cover_file_id'] as const) {
    const row = await read
      .selectFrom('materials')
      .select('id')
      .where(column, '=', fileId)
      .where(condition)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
