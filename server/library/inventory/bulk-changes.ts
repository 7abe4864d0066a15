import {
  maxBulkMaterials,
  maxToldRows,
  type BulkOutcome,
  type BulkSelection,
  type RefusedRow,
} from '#contract/bulk-change.ts';
import { Problem } from '#contract/problems.ts';
import { maxKeptSteps } from '#contract/undo.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { requireAdministrator, findDoer } from '#server/library/accounts/require-administrator.ts';
import type { TrailAction } from '#server/library/accounts/trail.ts';
import type { Records } from '#server/engines/database/database.ts';
import type { Changes, MaterialChange } from '#server/library/changes.ts';
import { keptBulkChanges, type BulkRow } from '#server/engines/database/bulk-change-records.ts';
import type { BulkRequest, InventoryService, InventoryParts } from './inventory-service.ts';
import { planBulkChange, type BulkPlan } from './plan-bulk-change.ts';
import { selectInventory } from './select-inventory.ts';

const trailActions = { edit: 'edited', hide: 'hidden', show: 'shown', delete: 'deleted', restore: 'restored' } as const;

/** Creates the methods that edit many materials at once. */
export function createBulkChanges(parts: InventoryParts): Pick<InventoryService, 'preview' | 'change'> {
  const { database, catalogue, changes, trail, maxMaterials = maxBulkMaterials } = parts;
  type Reads = Pick<Records, 'inventory' | 'bulkChanges' | 'materials'>;

  async function plan(records: Reads, { selection, change }: BulkRequest): Promise<BulkPlan> {
    const ids = await choose(records, selection);
    return planBulkChange(ids, await records.bulkChanges.read(ids), change, catalogue);
  }

  async function choose(records: Reads, selection: BulkSelection): Promise<string[]> {
    if ('ids' in selection) return selection.ids;
    const selected = await selectInventory(selection.matching, records, parts);
    const { total, ids } = await records.inventory.listIds(selected, maxMaterials);
    if (total !== selection.total)
      throw new RefusedChange(
        `Nothing was changed: ${count(total)} now, not ${selection.total}. Look at the list again, then repeat your change.`,
      );
    if (total > maxMaterials)
      throw new Problem(
        'general_argument_invalid',
        `At most ${maxMaterials} materials can be changed at once, and ${total} match. Narrow the list with a filter, and change one part after the other.`,
      );
    return ids;
  }

  return {
    async preview(actor, request) {
      requireAdministrator(actor);
      return toOutcome(await plan(database, request), null);
    },

    async change(actor, request) {
      requireAdministrator(actor);
      const { change, skipsRefused } = request;
      const { outcome, before, after } = await trail.transaction(async (records, note) => {
        const planned = await plan(records, request);
        const { refused, changed } = planned;
        if (refused.length > 0 && !skipsRefused) throw refuse(planned);
        if (changed.length === 0) return { outcome: toOutcome(planned, null), before: [], after: [] };
        for (const { ids, set } of planned.groups) await records.bulkChanges.apply(ids, set);
        const id = makeIdentifier();
        const { action } = change;
        const steps = JSON.stringify(planned.steps.slice(0, maxKeptSteps));
        const reason = change.action === 'hide' ? change.reason : null;
        const kept = { id, action, reason, steps, ...(await findDoer(records, actor)) };
        await records.bulkChanges.keep(
          kept,
          changed.map(({ material, state }) => ({ id: material.id, state })),
        );
        await records.bulkChanges.prune(keptBulkChanges);
        await note({
          action: trailActions[action] satisfies TrailAction,
          subjectId: id,
          title: countMaterials(changed.length),
          detail: describe(planned, reason),
        });
        const after = await records.bulkChanges.read(changed.map(({ material }) => material.id));
        return { outcome: toOutcome(planned, id), before: changed, after };
      });
      announceTogether(changes, before, after);
      return outcome;
    },
  };
}

function refuse({ refused, changed, unchanged }: BulkPlan): RefusedChange {
  const all = refused.length + changed.length + unchanged;
  const [first] = refused;
  const example = first ? ` The first: ${first.title && `“${first.title}”: `}${first.reason}` : '';
  return new RefusedChange(
    `Nothing was changed: ${refused.length} of ${countMaterials(all)} cannot be changed this way.${example}`,
    refused.slice(0, maxToldRows),
    refused.length,
  );
}

function toOutcome({ changed, unchanged, refused, steps }: BulkPlan, id: string | null): BulkOutcome {
  return {
    id,
    changed: changed.length,
    unchanged,
    refused: refused.slice(0, maxToldRows),
    refusedTotal: refused.length,
    steps: steps.slice(0, maxToldRows),
  };
}

/** Describes the change for the trail: the reason, or the most frequent steps. */
function describe({ steps }: BulkPlan, reason: string | null): string {
  return reason ?? steps.map(({ from, to, count }) => `${count}: ${from} → ${to}`).join('; ');
}

const count = (total: number) => (total === 1 ? '1 material matches' : `${total} materials match`);

export const countMaterials = (total: number) => (total === 1 ? '1 material' : `${total} materials`);

/** A refused bulk edit, with the first of the materials that can't be edited. */
export class RefusedChange extends Problem {
  readonly refused: readonly RefusedRow[];
  readonly refusedTotal: number;

  constructor(message: string, refused: readonly RefusedRow[] = [], refusedTotal = refused.length) {
    super('document_update_conflict', message);
    this.refused = refused;
    this.refusedTotal = refusedTotal;
  }
}

/** Announces the changes of many materials as one change event. */
export function announceTogether(
  changes: Pick<Changes, 'tell'>,
  before: readonly BulkRow[],
  after: readonly BulkRow[],
): void {
  const former = new Map(before.map((row) => [row.material.id, row]));
  const announced = after.flatMap((row) => toChanges(former.get(row.material.id), row));
  if (announced.length > 0) changes.tell({ subject: 'materials', changes: announced });
}

/**
 * Returns the change events of a material. If its kind changed, it is deleted from one collection and created in
 * another.
 */
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
