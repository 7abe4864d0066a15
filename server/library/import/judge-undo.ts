import type { RefusedRow } from '#contract/bulk-change.ts';
import { isHidden, isPublic } from '#contract/permissions.ts';
import type { BulkRow } from '#server/engines/database/bulk-change-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import type { PublishedFile } from '#server/engines/database/publication-records.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { Material } from '#domain/material.ts';

/** A material to take back. `isChanged` is true if it was changed after it was published. */
export type TakenBack = { file: PublishedFile; material: Material; row: StagedRecord; isChanged: boolean };

/** A material that stays published. `isTakeable` is true if it can be taken back with its later changes. */
export type Left = RefusedRow & { isTakeable: boolean };

/** Decides which published files can be taken back to the import. */
export async function judgeUndo(
  records: Pick<Records, 'bulkChanges' | 'staging'>,
  files: readonly PublishedFile[],
  takesChanged: boolean,
): Promise<{ back: TakenBack[]; left: Left[] }> {
  const found = await records.bulkChanges.read(files.map(({ materialId }) => materialId));
  const materials = new Map(found.map((row) => [row.material.id, row]));
  const staged = await records.staging.find(files.map(({ stagedId }) => stagedId));
  const rows = new Map(staged.map((row) => [row.id, row]));
  const back: TakenBack[] = [];
  const left: Left[] = [];
  for (const file of files) {
    const current = materials.get(file.materialId);
    const row = rows.get(file.stagedId);
    const hurdle = findHurdle(file, current, row);
    if (current && row && (!hurdle || (takesChanged && hurdle.isTakeable)))
      back.push({ file, material: current.material, row, isChanged: hurdle !== null });
    else if (hurdle) left.push({ id: file.materialId, title: current?.material.title ?? row?.path ?? '', ...hurdle });
  }
  return { back, left };
}

/** Returns the reason why a material can't simply be taken back; null if it has not changed since it was published. */
function findHurdle(
  { updatedAt }: PublishedFile,
  current: BulkRow | undefined,
  row: StagedRecord | undefined,
): { reason: string; isTakeable: boolean } | null {
  const no = (reason: string) => ({ reason, isTakeable: false });
  if (!current) return no('It was deleted permanently.');
  // Discarded through the API, or the same file was staged again while this material was in the trash.
  if (row?.state !== 'published') return no('Its file is no longer in the import.');
  if (current.updatedAt === updatedAt) return null;
  const { material, state } = current;
  if (material.fileId !== row.fileId || material.coverFileId !== null)
    return no('Its file or its cover was changed since.');
  if (!isPublic(state.permissions) && !isHidden(state.permissions)) return no('Its permissions were changed since.');
  const reason = state.trash ? 'moved to the trash' : state.hiding ? 'hidden' : 'edited';
  return { reason: `It was ${reason} since.`, isTakeable: true };
}
