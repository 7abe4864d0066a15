import type { BulkStep, UndoOutcome } from '#contract/bulk-change.ts';
import type { UndoableChange, UndoableEntry, UndoablePublication } from '#contract/undo.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database } from '#server/engines/database/database.ts';
import { undoableMs } from './bulk-undo.ts';
import type { InventoryService, InventoryParts } from './inventory-service.ts';

const day = 24 * 60 * 60 * 1000;

/** Creates the method that lists everything that can be undone. */
export function createUndoableList({ database }: InventoryParts): Pick<InventoryService, 'listUndoable'> {
  return {
    async listUndoable(actor, { limit, offset }) {
      requireAdministrator(actor);
      const lived = await database.livedTime.find();
      const since = lived - undoableMs;
      const most = offset + limit;
      const changes = await database.bulkChanges.listSince(since, most);
      const publications = await database.publications.listSince(since, most);
      const found = [
        ...changes.changes.map((change) => ({ lived: change.lived, entry: toChange(change, lived) })),
        ...publications.publications.map((each) => ({ lived: each.lived, entry: toPublication(each, lived) })),
      ];
      // Lived time is stored once an hour; within an hour, the moment decides.
      found.sort((one, other) => other.lived - one.lived || (other.entry.at < one.entry.at ? -1 : 1));
      return {
        total: changes.total + publications.total,
        entries: found.slice(offset, most).map(({ entry }): UndoableEntry => entry),
      };
    },
  };
}

type StoredChange = Awaited<ReturnType<Database['bulkChanges']['listSince']>>['changes'][number];
type StoredPublication = Awaited<ReturnType<Database['publications']['listSince']>>['publications'][number];

function toChange(change: StoredChange, lived: number): UndoableChange {
  const { id, action, reason, materials, unchanged, userName, madeAt } = change;
  return {
    type: 'change',
    id,
    at: madeAt,
    userName,
    materials,
    unchanged,
    daysLeft: daysLeft(change.lived, lived),
    undone: readUndone(change.outcome),
    action: action as UndoableChange['action'],
    reason,
    steps: JSON.parse(change.steps) as BulkStep[],
  };
}

function toPublication(publication: StoredPublication, lived: number): UndoablePublication {
  const { id, sources, userName, begunAt, published, pending, undone, unchanged, undo } = publication;
  return {
    type: 'publication',
    id,
    at: begunAt,
    userName,
    materials: published + undone,
    unchanged,
    daysLeft: daysLeft(publication.lived, lived),
    undone: readUndone(undo?.outcome ?? null),
    sources,
    pending,
    isUndoing: undo !== null && undo.outcome === null,
  };
}

const daysLeft = (done: number, lived: number) => Math.max(1, Math.ceil((done + undoableMs - lived) / day));

function readUndone(outcome: string | null): UndoableEntry['undone'] {
  if (outcome === null) return null;
  const { restored, leftTotal } = JSON.parse(outcome) as UndoOutcome;
  return { restored, leftTotal };
}
