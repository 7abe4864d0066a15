import type { Client } from 'appwrite';
import type { BulkOutcomeAnswer, InventoryAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { BulkAction, BulkOutcome } from '#contract/bulk-change.ts';
import { maxInventoryPage, type InventoryFilter, type InventorySort } from '#contract/inventory.ts';
import { writeParameters } from '#contract/address-parameters.ts';
import type { MaterialList } from '#contract/shelf.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { pageOf, toMaterials, type Hidings } from './shelf-records.ts';

export type InventoryOrder = { sort: InventorySort; direction: 'asc' | 'desc' };

/** A page of the inventory, with the time and reason for hidden materials. */
export type InventoryList = MaterialList & { hidings: Hidings; warnings: ReadonlyMap<string, string> };

/** The materials of a bulk edit: those with these ids, or all that match a filter. */
export type ChangedMaterials = { ids: string[] } | { matching: InventoryFilter & { total: number } };

/** Creates the requests for the inventory and for bulk edits. All throw the SDK's exceptions. */
export function createInventoryRecords(client: Client) {
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  const list = (parameters: object): Promise<InventoryAnswer> =>
    client.call('get', addition(panelApi.inventory() + writeParameters({ ...parameters })));
  const send = (path: string, selected: ChangedMaterials, change: BulkAction, skipsRefused: boolean) =>
    client.call('post', addition(path), json, { ...selected, change, skipsRefused }) as Promise<BulkOutcomeAnswer>;

  return {
    /** Returns one page of the list, numbered from 1. */
    async list(filter: InventoryFilter, order: InventoryOrder, page: number): Promise<InventoryList> {
      const { total, documents } = await list({ ...filter, ...order, ...pageOf(page) });
      const hidings = documents.flatMap(({ $id, $hidden }) => ($hidden ? [[$id, $hidden] as const] : []));
      const warnings = documents.flatMap(({ $id, $warning }) => ($warning === null ? [] : [[$id, $warning] as const]));
      return { total, materials: toMaterials(documents), hidings: new Map(hidings), warnings: new Map(warnings) };
    },
    /** Returns all matching documents, page by page. Each request is made through `call`. */
    async *listAll(
      filter: InventoryFilter,
      order: InventoryOrder,
      call: SignedInCaller,
    ): AsyncGenerator<InventoryAnswer['documents']> {
      let after: string | undefined;
      for (;;) {
        const parameters = { ...filter, ...order, limit: maxInventoryPage, after };
        const { documents } = await call(() => list(parameters));
        yield documents;
        if (documents.length < maxInventoryPage) return;
        after = documents.at(-1)?.$id;
      }
    },
    /** Returns the number of matching materials of each kind. */
    async countKinds(filter: InventoryFilter): Promise<Record<MaterialKind, number>> {
      const counts = materialKinds.map(async (kind) => {
        const { total } = await list({ ...filter, kind: [kind], limit: 1 });
        return [kind, total] as const;
      });
      return Object.fromEntries(await Promise.all(counts)) as Record<MaterialKind, number>;
    },
    preview: (selected: ChangedMaterials, change: BulkAction): Promise<BulkOutcome> =>
      send(panelApi.bulkChangePreview(), selected, change, true),
    change: (selected: ChangedMaterials, change: BulkAction, skipsRefused: boolean): Promise<BulkOutcome> =>
      send(panelApi.bulkChanges(), selected, change, skipsRefused),
  };
}
