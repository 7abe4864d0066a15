import type { MaterialDocument } from '#contract/document.ts';
import type { ContractIds } from '#contract/addresses.ts';
import { materialFromDocument, toDocument } from '#contract/to-document.ts';
import type { Material } from '#domain/material.ts';
import { newFile } from './keep-material.ts';
import { fetchWaiting } from './keep-queue.ts';
import type { KeptMaterial } from './kept-database.ts';
import { maxKept } from './kept-index.ts';
import { changeKept, KeepingCancelled, listKept, putKept } from './kept-records.ts';
import { isOutOfRoom } from './out-of-room.ts';

/** Where the contract's documents of this site point to. */
export type SiteOrigin = { ids: ContractIds; publicUrl: string };

/** Why nothing was begun. */
export type Refusal = 'full' | 'too many' | 'not possible';

/** So much is left to the rest of the site. */
const spareBytes = 5 * 1024 * 1024;

/** How much room the browser has left for this site; null if it does not say. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** Whether this browser can keep anything: it has a service worker of this site, and stores what it is given. */
export async function canKeep(): Promise<boolean> {
  if (!navigator.serviceWorker || !navigator.locks || !globalThis.indexedDB) return false;
  return Boolean(await navigator.serviceWorker.getRegistration());
}

/** The materials that are not kept whole yet, and how many bytes they are. */
export function measure(materials: readonly Material[], kept: readonly KeptMaterial[]) {
  const whole = new Set(kept.filter(({ file, problem }) => file && problem === null).map(({ id }) => id));
  const missing = materials.filter(({ id }) => !whole.has(id));
  return { missing, bytes: missing.reduce((sum, { fileSize }) => sum + fileSize, 0) };
}

/** Begins to keep materials, and returns at once; null, or why nothing was begun. */
export async function keepMaterials(materials: readonly Material[], origin: SiteOrigin): Promise<Refusal | null> {
  if (!(await canKeep())) return 'not possible';
  const kept = await listKept();
  const { missing, bytes } = measure(materials, kept);
  if (new Set([...kept, ...missing].map(({ id }) => id)).size > maxKept) return 'too many';
  const free = await freeSpace();
  if (free !== null && bytes + spareBytes > free) return 'full';
  protectFromEviction();
  try {
    for (const material of missing) await putKept(newRecord(material, toDocument(material, origin)));
  } catch (error) {
    if (isOutOfRoom(error)) return 'full';
    throw error;
  } finally {
    void fetchWaiting();
  }
  return null;
}

/**
 * Requests that the browser does not evict what is stored. Never awaited: Firefox shows a prompt, which people may leave
 * open. WebKitGTK has no `navigator.storage`.
 */
function protectFromEviction(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** Fetches a material again that has a problem; it keeps the problem while there is no room even to note that. */
export async function keepAgain(id: string): Promise<void> {
  await changeKept(id, (record) => {
    // A damaged file is fetched anew; another version comes beside the one that is there.
    if (record.problem === 'damaged') record.file = null;
    record.coming ??= newFile(materialFromDocument(record.kind, record.document));
    record.problem = null;
  }).then(fetchWaiting, (error: unknown) => {
    if (!(error instanceof KeepingCancelled || isOutOfRoom(error))) throw error;
  });
}

function newRecord(material: Material, document: MaterialDocument): KeptMaterial {
  return {
    id: material.id,
    kind: material.kind,
    document,
    file: null,
    coming: newFile(material),
    isWaiting: false,
    problem: null,
    text: null,
    addedAt: Date.now(),
    checkedAt: null,
    answers: [],
  };
}
