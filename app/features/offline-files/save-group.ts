import type { Material } from '#domain/material.ts';
import { chunkBytes } from './chunks.ts';
import type { SavedMaterial, SaveGroup } from './saved-database.ts';

/** The materials saved with one action, and their progress. Its totals are fixed at the start, and it never decreases. */

/** True if a material is being fetched or is queued. */
export function isComing({ coming, problem }: SavedMaterial): boolean {
  return coming !== null && problem === null;
}

/** Returns the group of materials that the user saves with one action. */
export function newGroup(title: string, materials: readonly Pick<Material, 'kind' | 'fileSize'>[]): SaveGroup {
  const kinds = new Set(materials.map(({ kind }) => kind));
  const [kind = null] = kinds.size === 1 ? kinds : [];
  const bytes = materials.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return { id: crypto.randomUUID(), title, kind, count: materials.length, bytes };
}

/** Returns the group of a material that is saved alone. */
export function groupOfOne(material: Pick<Material, 'title' | 'kind' | 'fileSize'>): Required<SavedMaterial>['group'] {
  return { ...newGroup(material.title, [material]), share: material.fileSize, received: 0 };
}

/** Counts the stored bytes of a record in its group. Stored bytes that had to be deleted again still count. */
export function countReceived({ coming, file, group }: SavedMaterial): void {
  if (!group) return;
  const held = coming ? coming.held * chunkBytes : file ? Infinity : 0;
  group.received = Math.max(group.received, Math.min(held, group.share));
}

export type GroupProgress = SaveGroup & {
  /** Number of materials that are completely on the device. */
  done: number;
  /** Number of stored bytes. */
  received: number;
  /** True while the download waits for the connection. */
  isWaiting: boolean;
  /** Its records that are not removed. */
  members: SavedMaterial[];
};

/** Returns the groups with materials that are being fetched or queued, from the records of all offline materials. */
export function groupsUnderWay(all: readonly SavedMaterial[]): GroupProgress[] {
  const groups = new Map<string, SavedMaterial[]>();
  for (const record of all) {
    const key = record.group?.id ?? record.id;
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()].filter((members) => members.some(isComing)).map(progressOf);
}

function progressOf(members: SavedMaterial[]): GroupProgress {
  const parts = members.map((record) => record.group ?? groupFromRecord(record));
  const { id, title, kind, count, bytes } = parts[0]!;
  return {
    id,
    title,
    kind,
    count,
    bytes,
    members,
    done: members.filter(({ file, coming }) => file && !coming).length,
    received: parts.reduce((sum, { received }) => sum + received, 0),
    isWaiting: members.some((record) => isComing(record) && record.isWaiting),
  };
}

/** Returns the group of a record that an earlier build has started to fetch. */
function groupFromRecord(record: SavedMaterial): Required<SavedMaterial>['group'] {
  const { id, kind, document, coming } = record;
  const group = { ...groupOfOne({ title: document.title, kind, fileSize: coming?.size ?? 0 }), id };
  countReceived({ ...record, group });
  return group;
}

/** Returns a progress in percent; 100 only when nothing is missing any more. */
export function percentOf({ count, done, bytes, received }: GroupProgress): number {
  if (done >= count) return 100;
  return Math.min(99, Math.floor((bytes === 0 ? done / count : received / bytes) * 100));
}
