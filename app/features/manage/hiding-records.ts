import type { Client } from 'appwrite';
import type { HiddenMaterialsAnswer } from '#contract/additions.ts';
import { api } from '#contract/addresses.ts';
import type { MaterialList } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';
import { pageOf, toMaterials } from './shelf-records.ts';

/** Since when and why materials are hidden, by their id; `reason` is null where none was given. */
export type Hidings = ReadonlyMap<string, { since: string; reason: string | null }>;

export type HiddenList = MaterialList & { hidings: Hidings };

/** The requests that hide materials and show them again. All throw the SDK's exceptions. */
export function createHidingRecords(client: Client) {
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  return {
    /** Makes it invisible to everybody but administrators; for a hidden one it changes the reason. */
    async hide(material: Material, reason: string): Promise<void> {
      await client.call('post', addition(api.hideMaterial(material.id)), json, { reason });
    },
    async show(material: Material): Promise<void> {
      await client.call('post', addition(api.showMaterial(material.id)), json, {});
    },
    /** Hidden materials of all kinds, with since when and why. */
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
