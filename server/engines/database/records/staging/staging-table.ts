import { sql } from 'kysely';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import type { StagingRecords, PhotographedPdf, StagedState } from '#server/engines/database/staging-records.ts';
import { createStagingArrivals } from './staging-arrivals.ts';
import { createStagingReads } from './staging-reads.ts';
import { createStagingWrites } from './staging-writes.ts';

/** Maximum number of PDFs in a response: each PDF has at most a hundred digests, and a photograph is in few PDFs. */
const maxPdfs = 1000;

/** All SQL on the photographs of staged PDFs. */
function createStagedPhotographs({
  read,
  lists,
}: Engine): Pick<StagingRecords, 'findPhotographed' | 'storedSources' | 'ownPhotographs'> {
  async function findRows(digests: readonly string[]): Promise<PhotographedPdf[]> {
    const { rows } = await sql<{ id: string; path: string; state: StagedState; file_id: string; sha256: string }>`
      with found as (
        select distinct staged_id from staged_photographs where sha256 in ${lists.texts(digests)} limit ${maxPdfs}
      )
      select staged.id, staged.path, staged.state, staged.file_id, each.sha256
      from found join staged_files as staged on staged.id = found.staged_id
      join staged_photographs as each on each.staged_id = found.staged_id
      order by staged.sequence, each.position
    `.execute(read);
    return gather(rows, ({ id, path, state, file_id: fileId }) => ({ of: 'row', id, path, state, fileId }));
  }

  async function findMaterials(digests: readonly string[]): Promise<PhotographedPdf[]> {
    const { rows } = await sql<{
      id: string;
      title: string;
      in_trash: number;
      hidden: number;
      file_id: string;
      sha256: string;
    }>`
      with found as (
        select distinct linked.file_id from files as photograph join photographs as linked on linked.photograph_id = photograph.id
        where photograph.is_finished = 1 and photograph.sha256 in ${lists.texts(digests)} limit ${maxPdfs}
      )
      select materials.id, materials.title, case when materials.deleted_at is null then 0 else 1 end as in_trash,
        case when hidden.material_id is null then 0 else 1 end as hidden,
        found.file_id, files.sha256
      from found join materials on materials.file_id = found.file_id
      left join hidden_materials as hidden on hidden.material_id = materials.id
      join photographs as each on each.file_id = found.file_id
      join files on files.id = each.photograph_id
      order by materials.sequence, each.position
    `.execute(read);
    return gather(rows, ({ id, title, in_trash: inTrash, hidden, file_id: fileId }) => ({
      of: 'material',
      id,
      title,
      isInTrash: inTrash === 1,
      isHidden: inTrash === 0 && hidden === 1,
      fileId,
    }));
  }

  return {
    findPhotographed: async (digests) => [...(await findRows(digests)), ...(await findMaterials(digests))],

    async storedSources(ids) {
      const { rows } = await sql<{ id: string; file_id: string; mime_type: string }>`
        select own.staged_id as id, files.id as file_id, files.mime_type
        from staged_photographs as own
        join files on files.id = 'p' || substr(own.sha256, 1, 35) and files.sha256 = own.sha256 and files.is_finished = 1
        where own.staged_id in ${lists.texts(ids)}
      `.execute(read);
      return rows.map(({ id, file_id: fileId, mime_type: mediaType }) => ({ id, fileId, mediaType }));
    },

    async ownPhotographs(ids) {
      const { rows } = await sql<{ sha256: string }>`
        select distinct sha256 from staged_photographs as own
        where staged_id in ${lists.texts(ids)} and not exists (
          select 1 from staged_photographs as other
          where other.sha256 = own.sha256 and other.staged_id not in ${lists.texts(ids)}
        )
      `.execute(read);
      return rows.map(({ sha256 }) => sha256);
    },
  };
}

/** Groups the ordered rows of photographs into their PDFs. */
function gather<Row extends { id: string; sha256: string }, Fields extends object>(
  rows: readonly Row[],
  fieldsOf: (row: Row) => Fields,
): (Fields & { photographs: string[] })[] {
  const found = new Map<string, Fields & { photographs: string[] }>();
  for (const row of rows) {
    const pdf = found.get(row.id);
    if (pdf) pdf.photographs.push(row.sha256);
    else found.set(row.id, { ...fieldsOf(row), photographs: [row.sha256] });
  }
  return [...found.values()];
}

/** All SQL on staged files. */
export function createStagingRecords(engine: Engine): StagingRecords {
  return {
    ...createStagingReads(engine),
    ...createStagedPhotographs(engine),
    ...createStagingArrivals(engine),
    ...createStagingWrites(engine),
  };
}
