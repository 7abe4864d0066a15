import { maxToldRows, type RefusedRow, type UndoOutcome } from '#contract/bulk-change.ts';
import { Problem } from '#contract/problems.ts';
import { undoDays } from '#contract/undo.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { toCurrentPlace } from '#domain/former-names.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { BulkRow, KeptBulkChange, MaterialState } from '#server/engines/database/bulk-change-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import { countMaterials, announceTogether } from './bulk-changes.ts';
import type { InventoryService, InventoryParts } from './inventory-service.ts';

/**
 * Period in which a bulk edit can be undone, in lived time: administrators who fill a library check the result within
 * days.
 */
export const undoableMs = undoDays * 24 * 60 * 60 * 1000;

type KeptRow = { id: string; former: MaterialState; updatedAt: number };

/** Creates the methods that undo bulk edits. */
export function createBulkUndo({
  database,
  catalogue,
  changes,
  trail,
}: InventoryParts): Pick<InventoryService, 'undo' | 'previewUndo'> {
  async function find(records: Pick<Records, 'bulkChanges'>, id: string): Promise<KeptBulkChange> {
    const found = await records.bulkChanges.find(id);
    if (found) return found;
    throw new Problem('document_not_found', `There is no change '${id}' that could be undone. It may be too long ago.`);
  }

  function requireRecent({ lived }: KeptBulkChange, now: number): void {
    if (now - lived <= undoableMs) return;
    throw new Problem('document_not_found', 'This change was made more than a week ago and stays.');
  }

  return {
    async previewUndo(actor, id) {
      requireAdministrator(actor);
      const change = await find(database, id);
      const done = readOutcome(change);
      if (done) return done;
      requireRecent(change, await database.livedTime.find());
      const { restorable, left } = await findRestorable(database, change);
      return toOutcome(id, restorable.length, left);
    },

    async undo(actor, id) {
      requireAdministrator(actor);
      const lived = await database.livedTime.find();
      const { outcome, before, after } = await trail.transaction(async (records, note) => {
        const change = await find(records, id);
        const done = readOutcome(change);
        if (done) return { outcome: done, before: [], after: [] };
        requireRecent(change, lived);
        const { restorable, left } = await findRestorable(records, change);
        await putBack(records, restorable, catalogue);
        const restored = restorable.map(({ row }) => row.material.id);
        const outcome = toOutcome(id, restored.length, left);
        await records.bulkChanges.settle(id, JSON.stringify(outcome));
        await note({ action: 'change undone', subjectId: id, title: countMaterials(restored.length) });
        const after = await records.bulkChanges.read(restored);
        return { outcome, before: restorable.map(({ row }) => row), after };
      });
      announceTogether(changes, before, after);
      return outcome;
    },
  };
}

function toOutcome(id: string, restored: number, left: readonly RefusedRow[]): UndoOutcome {
  return { id, restored, left: left.slice(0, maxToldRows), leftTotal: left.length };
}

function readOutcome({ outcome }: KeptBulkChange): UndoOutcome | null {
  return outcome === null ? null : (JSON.parse(outcome) as UndoOutcome);
}

async function findRestorable(
  { bulkChanges, files }: Pick<Records, 'bulkChanges' | 'files'>,
  change: KeptBulkChange,
): Promise<ReturnType<typeof compare>> {
  const kept = await bulkChanges.listRows(change.id);
  const rows = await bulkChanges.read(kept.map((row) => row.id));
  const found = compare(kept, rows, change);
  if (change.action !== 'pages') return found;
  // Only together: otherwise pages would be twice in the library, or not at all.
  const former = await Promise.all(found.restorable.map(({ former }) => files.find(former.fileId)));
  const reason = former.includes(null)
    ? 'Its earlier file was deleted.'
    : 'It, or another material with pages of the same file, was changed since.';
  if (found.left.length === 0 && !former.includes(null)) return found;
  const left = rows.map(({ material: { id, title } }) => ({ id, title, reason }));
  return { restorable: [], left };
}

/** Separates rows that are still as the bulk edit left them from the others. */
function compare(kept: readonly KeptRow[], rows: readonly BulkRow[], { action, reason }: KeptBulkChange) {
  const current = new Map(rows.map((row) => [row.material.id, row]));
  const restorable: { row: BulkRow; former: MaterialState }[] = [];
  const left: RefusedRow[] = [];
  for (const { id, former, updatedAt } of kept) {
    const row = current.get(id);
    // A new reason for hiding is a change, although it does not change the material's `updatedAt`.
    const isSame = row?.updatedAt === updatedAt && (action !== 'hide' || row.state.hiding?.reason === reason);
    if (row && isSame) restorable.push({ row, former });
    else {
      const why = row ? 'It was changed since.' : 'It is no longer in the library.';
      left.push({ id, title: row?.material.title ?? '', reason: why });
    }
  }
  return { restorable, left };
}

async function putBack(
  records: Pick<Records, 'bulkChanges' | 'files'>,
  restorable: readonly { row: BulkRow; former: MaterialState }[],
  catalogue: Catalogue,
): Promise<void> {
  const groups = new Map<string, { ids: string[]; set: Partial<MaterialState> }>();
  for (const { row, former } of restorable) {
    // Only the differences, which are the same for many materials, so that few statements are needed.
    const set = differences(row.state, toCurrentPlace(catalogue, former));
    const key = JSON.stringify(set);
    const group = groups.get(key) ?? { ids: [], set };
    groups.set(key, group);
    group.ids.push(row.material.id);
  }
  for (const { ids, set } of groups.values()) {
    // A cover that nothing used any more may have been deleted.
    const isLost = typeof set.coverFileId === 'string' && (await records.files.find(set.coverFileId)) === null;
    await records.bulkChanges.apply(ids, isLost ? { ...set, coverFileId: null } : set);
  }
}

function differences(state: MaterialState, former: MaterialState): Partial<MaterialState> {
  const entries = Object.entries(former).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(state[name as keyof MaterialState]),
  );
  return Object.fromEntries(entries) as Partial<MaterialState>;
}
