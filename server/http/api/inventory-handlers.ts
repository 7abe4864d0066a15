import { toDocument } from '#contract/appwrite/to-document.ts';
import type { BulkAction, BulkSelection } from '#contract/bulk-change.ts';
import type { InventoryFilter } from '#contract/inventory.ts';
import type {
  BulkOutcomeAnswer,
  InventoryAnswer,
  UndoableListAnswer,
  UndoOutcomeAnswer,
  HiddenDocument,
  HiddenMaterialsAnswer,
} from '#contract/schemas/answer-types.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { invalidArgument } from '#server/http/requests/request-parameters.ts';
import { answerProblem } from '#server/http/responses/errors.ts';
import { RefusedChange } from '#server/library/inventory/bulk-changes.ts';
import type { BulkRequest } from '#server/library/inventory/inventory-service.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { ContractParts, Handlers } from './handlers.ts';

type HidingRoute = 'listHidden' | 'hideMaterial' | 'showMaterial';
type Hidden = Awaited<ReturnType<MaterialService['hide']>>;

/** Creates the handlers that hide materials and show them again. */
export function createHidingHandlers({ services, config }: ContractParts): Handlers<HidingRoute> {
  const { materials } = services;
  const write = ({ material, hiding }: Hidden): HiddenDocument => ({
    ...toDocument(material, config),
    $hiddenAt: hiding.since,
    $hiddenReason: hiding.reason,
  });

  return {
    async listHidden({ c, actor, query: { id, ...page } }) {
      const { total, materials: hidden } = await materials.listHidden(actor, {
        ...page,
        ids: id.length > 0 ? id : undefined,
      });
      c.header('Cache-Control', cacheControl.never);
      return c.json({ total, documents: hidden.map(write) } satisfies HiddenMaterialsAnswer);
    },

    async hideMaterial({ c, actor, path, body }) {
      return c.json(write(await materials.hide(actor, path['id'] ?? '', body.reason)));
    },

    async showMaterial({ c, actor, path }) {
      return c.json(toDocument(await materials.show(actor, path['id'] ?? ''), config));
    },
  };
}

type InventoryRoute =
  | 'listInventory'
  | 'previewBulkChange'
  | 'makeBulkChange'
  | 'undoBulkChange'
  | 'previewBulkUndo'
  | 'listUndoable';

/** Lists all materials, and edits many at once. */
export function createInventoryHandlers({ services, config }: ContractParts): Handlers<InventoryRoute> {
  const { inventory } = services;

  return {
    async listInventory({ c, actor, query: { sort, direction, limit, offset, after, before, ...filter } }) {
      if (after !== undefined && before !== undefined) throw invalidArgument('before', 'cannot go with `after`.');
      const cursor = toCursor(after, before);
      const page = { sort, direction, limit, offset, cursor };
      const { total, entries } = await inventory.list(actor, filter, page);
      c.header('Cache-Control', cacheControl.never);
      const documents = entries.map(({ material, fileName, warning, hiding }) => ({
        ...toDocument(material, config),
        $fileName: fileName,
        $warning: warning,
        $hidden: hiding,
        $deletedAt: material.deletedAt,
      }));
      return c.json({ total, documents } satisfies InventoryAnswer);
    },

    async previewBulkChange({ c, actor, body }) {
      const request = readRequest(body);
      return answer(async () => c.json((await inventory.preview(actor, request)) satisfies BulkOutcomeAnswer));
    },

    async makeBulkChange({ c, actor, body }) {
      const request = readRequest(body);
      return answer(async () => c.json((await inventory.change(actor, request)) satisfies BulkOutcomeAnswer));
    },

    async undoBulkChange({ c, actor, path }) {
      return c.json((await inventory.undo(actor, path['id'] ?? '')) satisfies UndoOutcomeAnswer);
    },

    async previewBulkUndo({ c, actor, path }) {
      c.header('Cache-Control', cacheControl.never);
      return c.json((await inventory.previewUndo(actor, path['id'] ?? '')) satisfies UndoOutcomeAnswer);
    },

    async listUndoable({ c, actor, query }) {
      c.header('Cache-Control', cacheControl.never);
      return c.json((await inventory.listUndoable(actor, query)) satisfies UndoableListAnswer);
    },
  };
}

function toCursor(after: string | undefined, before: string | undefined) {
  if (after !== undefined) return { direction: 'after', id: after } as const;
  return before === undefined ? null : ({ direction: 'before', id: before } as const);
}

function readRequest(body: {
  ids?: string[] | undefined;
  matching?: (InventoryFilter & { total: number }) | undefined;
  change: BulkAction;
  skipsRefused: boolean;
}): BulkRequest {
  const { change, skipsRefused } = body;
  return { selection: readSelection(body), change, skipsRefused };
}

function readSelection({
  ids,
  matching,
}: {
  ids?: string[] | undefined;
  matching?: (InventoryFilter & { total: number }) | undefined;
}): BulkSelection {
  if (ids && matching) throw invalidArgument('matching', 'cannot go with `ids`.');
  if (ids) return { ids };
  if (!matching) throw invalidArgument('ids', 'must be given, or `matching`.');
  const { total, ...filter } = matching;
  return { matching: filter, total };
}

/** Returns the response, or the refusal with the materials that it is about. */
async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedChange)) throw error;
    return answerProblem(error, error.status, { refused: error.refused, refusedTotal: error.refusedTotal });
  }
}
