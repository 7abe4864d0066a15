import type { Changes, MaterialChange } from '#server/library/changes.ts';
import type { BulkRow } from '#server/engines/database/bulk-change-records.ts';

/** Announces the changes of many materials as one change. */
export function announceTogether(
  changes: Pick<Changes, 'tell'>,
  before: readonly BulkRow[],
  after: readonly BulkRow[],
): void {
  const former = new Map(before.map((row) => [row.material.id, row]));
  const announced = after.flatMap((row) => toChanges(former.get(row.material.id), row));
  if (announced.length > 0) changes.tell({ subject: 'materials', changes: announced });
}

/** A material whose kind changed is deleted from one collection and created in another. */
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
