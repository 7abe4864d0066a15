import type { Client } from 'appwrite';
import type { HiddenMaterialsAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import type { MaterialList } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';
import { pageOf, toMaterials } from './shelf-records.ts';

/** Time and reason of hiding for each material, by id; `reason` is null if none was given. */
export type Hidings = ReadonlyMap<string, { since: string; reason: string | null }>;

export type HiddenList = MaterialList & { hidings: Hidings };

/** Creates the requests that hide materials and show them again. All throw the SDK's exceptions. */
export function createHidingRecords(client: Client) {
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  return {
    /**
     * Hides a material from everybody except administrators; changes the reason of a material that is already hidden.
     */
    async hide(material: Material, reason: string): Promise<void> {
      await client.call('post', addition(api.hideMaterial(material.id)), json, { reason });
    },
    async show(material: Material): Promise<void> {
      await client.call('post', addition(api.showMaterial(material.id)), json, {});
    },
    /** Returns hidden materials of all kinds, with the time and the reason. */
    async listHidden(page: number): Promise<HiddenList> {
      const answer: HiddenMaterialsAnswer = await client.call('get', addition(api.hiddenMaterials()), {}, pageOf(page));
      return { ...toHiddenList(answer), total: answer.total };
    },
  };
}

function toHiddenList({ documents }: HiddenMaterialsAnswer) {
  const hidings = new Map(
    documents.map(({ $id, $hiddenAt, $hiddenReason }) => [$id, { since: $hiddenAt, reason: $hiddenReason }]),
  );
  return { materials: toMaterials(documents), hidings };
}
