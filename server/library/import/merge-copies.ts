import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedMerge, StagedRecord } from '#server/engines/database/staging-records.ts';

/** Number of digests per transaction; a larger batch would delay other writers. */
const digestsAtOnce = 200;

/**
 * Merges rows with the same bytes, because an older release made one row for each path. Returns the number of removed
 * rows. Rows with different manual values, or whose bytes were sent separately, stay separate and are duplicates of
 * each other.
 */
export async function mergeCopies({ transaction }: Pick<Database, 'transaction'>): Promise<number> {
  let merged = 0;
  for (let after: string | null = ''; after !== null;) {
    after = await transaction(async ({ staging }) => {
      const rows = await staging.listCopies(after ?? '', digestsAtOnce);
      const groups = [...Map.groupBy(rows, ({ sha256 }) => sha256).values()];
      const merges = groups.flatMap((copies) => planMerge(copies) ?? []);
      await staging.merge(merges);
      merged += merges.reduce((sum, { from }) => sum + from.length, 0);
      return groups.length < digestsAtOnce ? null : (rows.at(-1)?.sha256 ?? null);
    });
  }
  return merged;
}

/** Decides which rows of one digest are merged; null if none. The row with the most data survives. */
export function planMerge(copies: readonly StagedRecord[]): StagedMerge | null {
  const worthOf = (row: StagedRecord) =>
    (row.state === 'published' ? 8 : 0) +
    (row.file?.isFinished ? 4 : 0) +
    (row.file ? 2 : 0) +
    (hasManual(row) ? 1 : 0);
  const [survivor, ...others] = copies.toSorted(
    (one, other) => worthOf(other) - worthOf(one) || one.sequence - other.sequence,
  );
  if (!survivor) return null;
  let { manual } = survivor;
  const from: string[] = [];
  for (const row of others) {
    if (row.state === 'published' || row.file) continue;
    // A published row no longer changes, so manual values of a copy would be lost.
    const both = survivor.state === 'published' && hasManual(row) ? null : uniteManual(manual, row.manual);
    if (both === null) continue;
    manual = both;
    from.push(row.id);
  }
  return from.length === 0 ? null : { into: survivor.id, from, manual };
}

const hasManual = ({ manual }: StagedRecord) => Object.keys(manual).length > 0;

/**
 * Returns the values of both rows; null if a field differs. A year in one calendar belongs to the year in the other.
 */
function uniteManual(one: ManualFields, other: ManualFields): ManualFields | null {
  const fields = Object.keys(one) as (keyof ManualFields)[];
  const differs = fields.some((field) => other[field] !== undefined && other[field] !== one[field]);
  return differs ? null : { ...one, ...other };
}
