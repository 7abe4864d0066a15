import type { MaterialAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { MaterialGone } from './fetch-as-guest.ts';
import { readJson } from './save-material.ts';
import { fetchWaiting } from './save-queue.ts';
import type { SavedMaterial } from './saved-database.ts';
import { changeSaved, SavingCancelled, listSaved } from './saved-records.ts';

/** Minimum interval between two checks of an offline material, and maximum number of checks in one visit. */
const checkMs = 24 * 60 * 60_000;
const maxChecks = 50;

/**
 * Resumes unfinished downloads, and checks if the library still has the offline materials in the same version. Called
 * when the site is opened. Changes something only after a definite response of the library.
 */
export async function followSaved(): Promise<void> {
  const saved = await listSaved().catch(() => []);
  if (saved.length === 0) return;
  void fetchWaiting();
  const due = saved.filter(
    ({ file, problem, checkedAt }) => file && !problem && (checkedAt ?? 0) < Date.now() - checkMs,
  );
  if (due.length === 0 || !navigator.locks) return;
  await navigator.locks.request('examshelf-check-kept', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (const material of due.slice(0, maxChecks)) if (!(await check(material))) return;
  });
}

/** Returns true if the library responded. */
async function check({ id }: SavedMaterial): Promise<boolean> {
  try {
    const found = await readJson<MaterialAnswer>(api.material(id), new AbortController().signal);
    const { fileId } = materialFromDocument(found.kind, found.document);
    await note(id, (record) => {
      // The version that is offline stays with its own description.
      if (record.file?.fileId === fileId) record.document = found.document;
      else record.problem = 'replaced';
    });
    return true;
  } catch (error) {
    if (!(error instanceof MaterialGone)) return false;
    await note(id, (record) => {
      record.problem = 'gone';
    });
    return true;
  }
}

async function note(id: string, change: (record: SavedMaterial) => void): Promise<void> {
  await changeSaved(id, (record) => {
    change(record);
    record.checkedAt = Date.now();
  }).catch((error: unknown) => {
    if (!(error instanceof SavingCancelled)) throw error;
  });
}
