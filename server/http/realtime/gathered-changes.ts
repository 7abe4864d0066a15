import { collectionOfKind } from '#contract/collections.ts';
import { documentNames } from '#contract/appwrite/realtime-names.ts';
import type { ChangedPlace } from '#contract/appwrite/realtime-messages.ts';
import type { Material } from '#domain/material.ts';
import type { MaterialChange } from '#server/library/changes.ts';

/** A place in which something changed, with the readers of the changed materials. */
export type GatheredChange = {
  place: ChangedPlace;
  permissions: readonly string[];
  /** The part of an event that is compared with subscriptions. */
  event: { channels: ReadonlySet<string>; payload: Readonly<Record<string, unknown>> };
};

/**
 * Maximum number of places that are sent one by one: some 10 kB to every open page. If there are more, only the
 * faculties are sent.
 */
const maxPlaces = 100;

/**
 * Returns the old and new places of many materials that changed at once, each place once for each group of readers.
 * Moving two hundred papers to one subject results in a few places.
 */
export function gatherChanges(changes: readonly MaterialChange[], databaseId: string): GatheredChange[] {
  const materials = changes.flatMap((change) =>
    change.action === 'update' && change.before ? [change.material, change.before] : [change.material],
  );
  const exact = gather(materials, databaseId, ({ kind, facultyId, semesterId, subject }) => ({
    kind,
    facultyId,
    semesterId,
    subject,
  }));
  if (exact.length <= maxPlaces) return exact;
  return gather(materials, databaseId, ({ kind, facultyId }) => ({ kind, facultyId }));
}

function gather(
  materials: readonly Material[],
  databaseId: string,
  toPlace: (material: Material) => ChangedPlace,
): GatheredChange[] {
  const gathered = new Map<string, GatheredChange>();
  for (const material of materials) {
    const { permissions } = material;
    const place = toPlace(material);
    const key = JSON.stringify([place, permissions]);
    if (gathered.has(key)) continue;
    const { kind, ...payload } = place;
    const location = { databaseId, collectionId: collectionOfKind[kind], documentId: '*' };
    const channels = new Set(documentNames(location, 'update').channels);
    gathered.set(key, { place, permissions, event: { channels, payload } });
  }
  return [...gathered.values()];
}
