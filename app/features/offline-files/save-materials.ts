import type { MaterialDocument } from '#contract/schemas/document.ts';
import type { ContractIds } from '#contract/addresses.ts';
import { materialFromDocument, toDocument } from '#contract/appwrite/to-document.ts';
import type { Material } from '#domain/material.ts';
import { newFile } from './save-material.ts';
import { groupOfOne, groupsUnderWay, newGroup } from './save-group.ts';
import { fetchWaiting, isOutOfRoom } from './save-queue.ts';
import type { SavedMaterial } from './saved-database.ts';
import { maxSaved } from './saved-index.ts';
import { changeSaved, SavingCancelled, listSaved, putSaved } from './saved-records.ts';

/** The site to which the contract's documents point. */
export type SiteOrigin = { ids: ContractIds; publicUrl: string };

/** Reason why no download was started. */
export type Refusal = 'full' | 'too many' | 'not possible';

/** Free space reserved for the rest of the site. */
const spareBytes = 5 * 1024 * 1024;

/** Returns the space that the browser has left for this site; null if the browser does not report it. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** True if this browser can store materials offline: it has a service worker of this site and working storage. */
export async function canSave(): Promise<boolean> {
  if (!navigator.serviceWorker || !navigator.locks || !globalThis.indexedDB) return false;
  return Boolean(await navigator.serviceWorker.getRegistration());
}

/** Returns the materials that are not fully offline yet, and their size in bytes. */
export function measure(materials: readonly Material[], saved: readonly SavedMaterial[]) {
  const whole = new Set(saved.filter(({ file, problem }) => file && problem === null).map(({ id }) => id));
  const missing = materials.filter(({ id }) => !whole.has(id));
  return { missing, bytes: missing.reduce((sum, { fileSize }) => sum + fileSize, 0) };
}

/**
 * Starts to make materials available offline, without waiting for the end. Their progress is shown as that of one group, named
 * `title`. Returns null, or the reason why nothing was started.
 */
export async function saveMaterials(
  title: string,
  materials: readonly Material[],
  origin: SiteOrigin,
): Promise<Refusal | null> {
  if (!(await canSave())) return 'not possible';
  const saved = await listSaved();
  const { missing, bytes } = measure(materials, saved);
  if (new Set([...saved, ...missing].map(({ id }) => id)).size > maxSaved) return 'too many';
  const free = await freeSpace();
  if (free !== null && bytes + spareBytes > free) return 'full';
  protectFromEviction();
  const group = newGroup(title, missing);
  const now = Date.now();
  const records = missing.map((material, index): SavedMaterial => ({
    ...newRecord(material, toDocument(material, origin)),
    group: { ...group, share: material.fileSize, received: 0 },
    // They are fetched in this order.
    addedAt: now + index,
  }));
  try {
    await putSaved(records);
  } catch (error) {
    if (isOutOfRoom(error)) return 'full';
    throw error;
  }
  void fetchWaiting();
  return null;
}

/**
 * Requests that the browser never evicts stored data. Callers don't wait for it: Firefox shows a prompt, which users
 * may leave open. WebKitGTK has no `navigator.storage`.
 */
function protectFromEviction(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/**
 * Fetches a material with a problem again. If there is no space even to change the record, the problem stays recorded.
 */
export async function saveAgain(id: string): Promise<void> {
  const underWay = new Set(groupsUnderWay(await listSaved()).map((group) => group.id));
  await changeSaved(id, (record) => {
    if (!record.group || !underWay.has(record.group.id))
      record.group = groupOfOne(materialFromDocument(record.kind, record.document));
    // A damaged file is fetched from scratch; another version is stored in addition to the present one.
    if (record.problem === 'damaged') record.file = null;
    record.coming ??= newFile(materialFromDocument(record.kind, record.document));
    record.problem = null;
  }).then(fetchWaiting, (error: unknown) => {
    if (!(error instanceof SavingCancelled || isOutOfRoom(error))) throw error;
  });
}

function newRecord(material: Material, document: MaterialDocument): Omit<SavedMaterial, 'addedAt'> {
  return {
    id: material.id,
    kind: material.kind,
    document,
    file: null,
    coming: newFile(material),
    isWaiting: false,
    problem: null,
    text: null,
    checkedAt: null,
    answers: [],
  };
}
