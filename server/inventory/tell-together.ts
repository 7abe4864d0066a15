import type { Changes, MaterialChange } from '#server/changes.ts';
import type { BulkRow } from '#server/database/bulk-change-records.ts';

/** Announces what became of many materials, once. */
export function tellTogether(
  changes: Pick<Changes, 'tell'>,
  before: readonly BulkRow[],
  after: readonly BulkRow[],
): void {
  const former = new Map(before.map((row) => [row.material.id, row]));
  const told = after.flatMap((row) => toChanges(former.get(row.material.id), row));
  if (told.length > 0) changes.tell({ subject: 'materials', changes: told });
}

/** Of another kind, it has left one collection and come into another. */
function toChanges(former: BulkRow | undefined, { material }: BulkRow): MaterialChange[] {
  const before = former?.material;
  if (!before) return [];
  const [wasOnShelf, isOnShelf] = [before.deletedAt === null, material.deletedAt === null];
  if (!wasOnShelf && !isOnShelf) return [];
  if (!isOnShelf) return [{ subject: 'material', action: 'delete', material }];
  if (!wasOnShelf) return [{ subject: 'material', action: 'create', material }];
  if (before.kind === material.kind) return [{ subject: 'material', action: 'update', material, before }];
  return [
    { subject: 'material', action: 'delete', material: before },
    { subject: 'material', action: 'create', material },
  ];
}
